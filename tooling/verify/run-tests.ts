import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Too long for each change; it runs when it is named. */
const CRASH_SUITE = "e2e/crash";

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** Runs all tests (or those whose path contains the filter) and ends with the count alone on a line. */
export async function runTests(root: string, filter: string | undefined): Promise<boolean> {
  const counted = join(root, "test-results/counts.json");
  rmSync(counted, { force: true });
  const reporters = ["--reporter=default", "--reporter=./tooling/facts-reporter.ts"];
  const projects = filter?.startsWith(CRASH_SUITE) === true ? [] : ["--project=!crash"];
  const code = await run(["vitest", "run", ...reporters, ...projects, ...(filter === undefined ? [] : [filter])], root);
  if (!existsSync(counted)) {
    console.log("No test ran.");
    return false;
  }
  const { passed, failed, skipped }: Counts = JSON.parse(readFileSync(counted, "utf8"));
  if (!process.env.CADRE_TEST_REDIS_URL) {
    console.log("\nThe Redis tests were skipped: CADRE_TEST_REDIS_URL is not set. `bash .ci/run` provides a Redis.");
  }
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return code === 0 && failed === 0 && passed > 0;
}

function run([program = "", ...rest]: readonly string[], cwd: string): Promise<number> {
  const child = spawn(program, rest, { cwd, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
