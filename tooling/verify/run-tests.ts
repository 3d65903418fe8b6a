import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compareRun } from "../facts/compare-run.ts";
import { readResults, RESULTS_FILE } from "../facts/fact-result.ts";
import { readRecord } from "../facts/recorded-fact.ts";

/** Too long for each change: they run when they are named. */
const CRASH_SUITE = "e2e/crash";
const WINDOWS_WALK = "e2e/browser/hostile-windows";

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** Runs all tests (or those whose path contains the filter) and ends with the count alone on a line. */
export async function runTests(root: string, filter: string | undefined): Promise<boolean> {
  const counted = join(root, "test-results/counts.json");
  for (const file of [counted, join(root, RESULTS_FILE)]) rmSync(file, { force: true });
  const reporters = ["--reporter=default", "--reporter=./tooling/facts/facts-reporter.ts"];
  const isNamed = filter !== undefined && [CRASH_SUITE, WINDOWS_WALK].some((suite) => filter.startsWith(suite));
  const projects = isNamed ? [] : ["--project=!crash"];
  const code = await run(["vitest", "run", ...reporters, ...projects, ...(filter === undefined ? [] : [filter])], root);
  if (!existsSync(counted)) {
    console.log("No test ran.");
    return false;
  }
  const { passed, failed, skipped }: Counts = JSON.parse(readFileSync(counted, "utf8"));
  if (!process.env.CADRE_TEST_REDIS_URL) {
    console.log("\nThe Redis tests were skipped: CADRE_TEST_REDIS_URL is not set. `bash .ci/run` provides a Redis.");
  }
  const factsHold = filter === undefined ? compareFacts(root) : true;
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return code === 0 && failed === 0 && passed > 0 && factsHold;
}

/** Prints where a run of all tests and the paper of facts disagree. */
function compareFacts(root: string): boolean {
  const isPart = (file: string): boolean => !file.startsWith(CRASH_SUITE);
  const { problems, skipped } = compareRun(readRecord(root), readResults(root), isPart);
  for (const fact of skipped) console.log(`\nSkipped fact: ${fact}`);
  if (problems.length > 0) console.log(`\nThis run and docs/facts.md disagree:\n${problems.join("\n")}`);
  return problems.length === 0;
}

function run([program = "", ...rest]: readonly string[], cwd: string): Promise<number> {
  const child = spawn(program, rest, { cwd, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
