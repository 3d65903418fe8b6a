import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

test("known browsers have their names, also those that call themselves by several", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  expect(browserName(chrome)).toBe("Chrome on Linux");
  expect(browserName(`${chrome.replace("X11; Linux", "Windows NT 10.0")} Edg/140.0`)).toBe("Edge on Windows");
  expect(browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1")).toBe(
    "Safari on iPhone",
  );
});

test("anything else shows the beginning of what it says, made harmless", () => {
  expect(browserName("curl/8.0\u202e")).toBe("curl/8.0");
  expect(browserName("x".repeat(500))).toHaveLength(60);
  expect(browserName("")).toBe("Unknown");
});
