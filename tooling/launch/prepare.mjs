import { copyAssets } from "./steps/assets.mjs";
import { compile } from "./steps/compile.mjs";
import { buildDashboard } from "./steps/dashboard.mjs";
import { install } from "./steps/install.mjs";
import { checkRequirements } from "./requirements.mjs";
import { withBuildLock } from "./build-lock.mjs";
import { runWithProgress } from "./progress.mjs";
import { readStamp, writeStamp } from "./stamps.mjs";

/**
 * What makes a checkout ready to run, in order. `input` is a text that changes when the step must run again; `isDone`
 * tells whether its product is still there.
 */
const STEPS = [install, compile, copyAssets, buildDashboard];

const FIRST_START =
  "Preparing this checkout: packages, compiler, dashboard. It takes some minutes once; later starts leave it out.\n";

/** Makes the checkout ready: only what changed is done, and two starts at once do not disturb each other. */
export async function prepare() {
  checkRequirements();
  const pending = pendingSteps();
  if (pending.length === 0) return;
  if (pending.includes(install.name)) process.stderr.write(FIRST_START);
  await withBuildLock(async () => {
    for (const step of STEPS) {
      if (isFresh(step)) continue;
      writeStamp(step.name, "");
      await runWithProgress(step.label, step.run);
      writeStamp(step.name, step.input());
    }
  });
}

/** The names of the steps that the next start has to do. */
export function pendingSteps() {
  return STEPS.filter((step) => !isFresh(step)).map((step) => step.name);
}

function isFresh(step) {
  return step.isDone() && readStamp(step.name) === step.input();
}
