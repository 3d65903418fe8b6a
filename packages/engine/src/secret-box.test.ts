import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFileSecretBox } from "./secret-box.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cadre-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keyFile = (): string => path.join(folder, "home", "secret.key");

fact("I17", "what is sealed shows nothing of the secret, and opens for its own row only", () => {
  const box = createFileSecretBox(keyFile());
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 8 }), fc.string(), (secret, about) => {
      const sealed = box.seal(secret, about);
      expect(sealed).not.toContain(secret);
      expect(sealed).not.toBe(box.seal(secret, about));
      expect(box.open(sealed, about)).toBe(secret);
      expect(() => box.open(sealed, `${about}x`)).toThrow("does not open");
    }),
  );
});

test("one key file for all processes, readable by its owner only, and nothing left beside it", () => {
  const sealed = createFileSecretBox(keyFile()).seal("secret", "a");
  expect(createFileSecretBox(keyFile()).open(sealed, "a")).toBe("secret");
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(keyFile()))).toEqual(["secret.key"]);
});

test("a changed secret, another key and a broken key file are told, not guessed around", () => {
  const box = createFileSecretBox(keyFile());
  const sealed = box.seal("secret", "a");
  const changed = `${sealed.slice(0, -4)}${sealed.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
  expect(() => box.open(changed, "a")).toThrow("does not open");
  expect(() => createFileSecretBox(path.join(folder, "other.key")).open(sealed, "a")).toThrow("does not open");
  const before = readFileSync(keyFile(), "utf8");
  writeFileSync(keyFile(), before.slice(0, 10));
  expect(() => createFileSecretBox(keyFile()).open(sealed, "a")).toThrow("holds no key");
  expect(() => createFileSecretBox(keyFile()).seal("secret", "a")).toThrow(
    expect.objectContaining({ kind: "unavailable", code: "secret.no-key" }),
  );
  rmSync(keyFile());
  mkdirSync(keyFile());
  expect(() => createFileSecretBox(keyFile()).open(sealed, "a")).toThrow("cannot be read");
  for (const broken of ["", "v1.", "v1.AAAA", sealed.slice(0, 20)]) {
    expect(() => box.open(broken, "a")).toThrow(expect.objectContaining({ code: "secret.cannot-open" }));
  }
});
