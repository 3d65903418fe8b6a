import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readResults } from "./fact-result.ts";
import { sampleTests } from "./sample-tests.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");

let folder: string;

beforeEach(() => {
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  folder = mkdtempSync(join(ROOT, ".build/facts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a run leaves each fact with its result, and why it was skipped", async () => {
  writeFileSync(join(folder, "some.test.ts"), sampleTests(join(ROOT, "packages/testkit/src/fact.ts")));
  writeFileSync(join(folder, "vitest.config.ts"), "export default { test: {} };\n");
  const reporter = `--reporter=${join(import.meta.dirname, "facts-reporter.ts")}`;
  const ended = promisify(execFile)("vitest", ["run", "--root", folder, reporter], { cwd: ROOT });
  await expect(ended).rejects.toMatchObject({ code: 1 });
  const file = "some.test.ts";
  expect(readResults(folder)).toEqual([
    { id: "M1", title: "holds", file, result: "passed" },
    { id: "TW-02", title: "holds", file, result: "passed" },
    { id: "M3", title: "does not hold", file, result: "failed" },
    { id: "M4", title: "is not tried", file, result: "skipped", why: "there is none" },
  ]);
  expect(readResults(join(folder, "nowhere"))).toEqual([]);
});
