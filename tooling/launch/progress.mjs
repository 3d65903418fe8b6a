import { StepFailure } from "./step-failure.mjs";

const QUIET_MS = 2_000;

/** Runs a step; one that takes longer than two seconds says so, and says when it is done. */
export async function runWithProgress(label, run) {
  const begun = Date.now();
  let spoke = false;
  const timer = setTimeout(() => {
    spoke = true;
    process.stderr.write(`${label} …\n`);
  }, QUIET_MS);
  try {
    await run();
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    throw new StepFailure(`${label}: ${error.message}`, "Run `npm run doctor` to see what is wrong.");
  } finally {
    clearTimeout(timer);
  }
  if (spoke) process.stderr.write(`${label}: done in ${((Date.now() - begun) / 1_000).toFixed(0)} s\n`);
}
