import { expect, test } from "vitest";
import { isApiKeyText } from "./secret-text.ts";

const RANDOM = "A".repeat(42) + "_";

test.each([
  `cad_${RANDOM}`,
  `cadi_${RANDOM}`,
  `cads_${RANDOM}`,
  `cadl_${RANDOM}`,
  `https://cadre.example.com/join?token=cadi_${RANDOM}`,
  `http://127.0.0.1:4600/new-password?x=1&token=cadl_${RANDOM}`,
])("%s lets its holder in", (text) => {
  expect(isApiKeyText(text)).toBe(true);
});

test.each([`cad_${RANDOM}x`, `cadx_${RANDOM}`, `see cad_${RANDOM}`, "https://cadre.example.com/join?token=", "cad_"])(
  "%s lets nobody in",
  (text) => {
    expect(isApiKeyText(text)).toBe(false);
  },
);
