import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeHomeLock } from "./home-lock.ts";
import { processIdentity } from "./process-identity.ts";

let home = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cadre-lock-"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function writeLock(holder: { pid: number; identity: string }): void {
  writeFileSync(join(home, "lock.json"), JSON.stringify({ ...holder, url: "http://127.0.0.1:4600" }));
}

test("a second start in a home is told where the first one runs", () => {
  const release = takeHomeLock(home, "http://127.0.0.1:4600");
  expect(() => takeHomeLock(home, "http://127.0.0.1:4700")).toThrow(/already runs in .*: http:\/\/127\.0\.0\.1:4600/);
  release();
  takeHomeLock(home, "http://127.0.0.1:4700")();
  expect(existsSync(join(home, "lock.json"))).toBe(false);
});

test("the lock of a dead process is taken over, even if its number lives again as another program", () => {
  writeLock({ pid: 2 ** 22 + 1, identity: "gone" });
  takeHomeLock(home, "http://127.0.0.1:4600")();
  writeLock({ pid: process.ppid, identity: "an earlier process with this number" });
  takeHomeLock(home, "http://127.0.0.1:4600")();
});

test("a lock of a living process holds", () => {
  writeLock({ pid: process.ppid, identity: processIdentity(process.ppid) ?? "" });
  expect(() => takeHomeLock(home, "http://127.0.0.1:4700")).toThrow(/already runs/);
});

test.each(["", "{", "{}"])("a damaged lock file (%j) is replaced", (content) => {
  writeFileSync(join(home, "lock.json"), content);
  const release = takeHomeLock(home, "http://127.0.0.1:4600");
  expect(() => takeHomeLock(home, "http://127.0.0.1:4700")).toThrow(/already runs/);
  release();
});
