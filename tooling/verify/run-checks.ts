import type { Check } from "./check.ts";

const SHOWN_PROBLEMS = 60;

/** Runs the checks one after another and prints a table row for each, its problems below it. */
export async function runChecks(checks: readonly Check[], root: string): Promise<boolean> {
  let allWell = true;
  for (const check of checks) {
    const begun = performance.now();
    const { problems, summary } = await check.run(root);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const isWell = problems.length === 0;
    allWell &&= isWell;
    console.log(`${isWell ? "ok    " : "FAILED"}  ${check.name.padEnd(10)} ${seconds.padStart(6)} s  ${summary}`);
    for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`        ${problem}`);
    if (problems.length > SHOWN_PROBLEMS) console.log(`        … and ${problems.length - SHOWN_PROBLEMS} more lines`);
  }
  return allWell;
}
