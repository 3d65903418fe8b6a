import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closePrivateFolders, makeHome } from "./stored-file.ts";

let home = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cadre-files-"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("blobs and workspaces are closed to other accounts, also those of an earlier start", () => {
  mkdirSync(join(home, "data"));
  chmodSync(join(home, "data"), 0o755);
  closePrivateFolders(home);
  const modes = ["blobs", "data"].map((name) => statSync(join(home, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700]);
});

test.runIf(process.platform === "linux")("a home where no folder can be made is explained", () => {
  expect(() => makeHome("/proc/nope")).toThrow(/Cannot write \/proc\/nope: .*none can be made there.* Set CADRE_HOME/);
});
