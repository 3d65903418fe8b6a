import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readPage } from "./html-page.ts";

test.each(["setup.html", "home.html", "not-set-up.html"])(
  "%s runs its own style and script, and nothing else",
  (file) => {
    const { html, policy } = readPage(file);
    const inline = [...html.matchAll(/<(?:style|script)>([^]*?)<\/(?:style|script)>/g)].map((match) => match[1] ?? "");
    expect(inline.length).toBeGreaterThan(0);
    for (const text of inline) {
      expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain("unsafe");
    expect(html).not.toMatch(/ on[a-z]+=|style=|src=|href="http|\{\{(?!origin)/);
    expect(html).toContain('name="viewport"');
  },
);

test("the setup page labels every field and has a place for its error", () => {
  const { html } = readPage("setup.html");
  const inputs = [...html.matchAll(/<input\s[^>]*?id="(\w+)"/g)].map((match) => match[1]);
  expect(inputs).toEqual(["token", "name", "email", "password", "organizationName", "timeZone"]);
  for (const id of inputs) {
    expect(html).toContain(`<label for="${id}">`);
    expect(html).toMatch(new RegExp(`id="${id}-error"[^>]* role="alert"`));
    expect(html).toMatch(new RegExp(`id="${id}"[^>]*aria-describedby="[^"]*${id}-error"`));
  }
  expect(html).toContain('minlength="10"');
  expect(html).toContain("prefers-color-scheme: dark");
});
