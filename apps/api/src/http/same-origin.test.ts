import fc from "fast-check";
import { expect, test } from "vitest";
import { refuseForeignOrigin, requireOwnOrigin } from "./same-origin.ts";

const HOST = "127.0.0.1:4600";
const PUBLIC = "https://cadre.example.com/";

function isRefused(check: typeof requireOwnOrigin, headers: Record<string, string>, method = "POST"): boolean {
  try {
    check({ method, headers: { host: HOST, ...headers } }, PUBLIC);
    return false;
  } catch {
    return true;
  }
}

test.each([
  [{ "sec-fetch-site": "same-origin" }, false],
  [{ "sec-fetch-site": "same-origin", origin: "https://dev.example" }, false],
  [{ "sec-fetch-site": "same-site" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "cross-site", origin: `http://${HOST}` }, true],
  [{ origin: `http://${HOST}` }, false],
  [{ origin: "https://cadre.example.com" }, false],
  [{ origin: "https://cadre.example.com.evil.example" }, true],
  [{ origin: "http://127.0.0.1:4601" }, true],
  [{ origin: "null" }, true],
])("a change with %j is refused: %s", (headers: Record<string, string>, refused) => {
  expect(isRefused(requireOwnOrigin, headers)).toBe(refused);
  expect(isRefused(refuseForeignOrigin, headers)).toBe(refused);
});

test("only who shows a cookie has to say where it comes from", () => {
  expect(isRefused(requireOwnOrigin, {})).toBe(true);
  expect(isRefused(refuseForeignOrigin, {})).toBe(false);
});

test("no origin but ours passes, whatever it is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (origin) => {
      const isOurs = URL.canParse(origin) && [HOST, "cadre.example.com"].includes(new URL(origin).host);
      expect(isRefused(requireOwnOrigin, { origin })).toBe(!isOurs);
    }),
  );
});

test("reading is never refused: it changes nothing, and other origins cannot see the answer", () => {
  expect(isRefused(requireOwnOrigin, { "sec-fetch-site": "cross-site" }, "GET")).toBe(false);
  expect(isRefused(requireOwnOrigin, { "sec-fetch-site": "cross-site" }, "HEAD")).toBe(false);
});
