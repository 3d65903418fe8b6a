import { StepFailure } from "./step-failure.mjs";

const QUIET_MS = 2_000;
/** How often a line on a terminal counts on, and how often one is written elsewhere. */
const TERMINAL_MS = 1_000;
const ELSEWHERE_MS = 20_000;
const CLEAR = "\r\u001B[2K";

/**
 * Runs a step; one that takes longer than two seconds says what it is doing and for how long, and when it is done. On a terminal that is
 * one line, which is overwritten. The step is given a function that takes what it is at.
 */
export async function runWithProgress(label, run) {
  const line = progressLine(label);
  try {
    await run(line.tell);
    line.end();
  } catch (error) {
    line.clear();
    if (error instanceof StepFailure) throw error;
    throw new StepFailure(`${label}: ${error.message}`, "Run `npm run doctor` to see what is wrong.");
  }
}

function progressLine(label) {
  const begun = Date.now();
  const { isTTY } = process.stderr;
  let detail = "";
  let spoke = false;
  let timer = setTimeout(speak, QUIET_MS);
  const seconds = () => `${((Date.now() - begun) / 1_000).toFixed(0)} s`;

  function speak() {
    const at = detail === "" ? "" : ` ${detail}`;
    process.stderr.write(
      isTTY ? `${CLEAR}${label} …${at} ${seconds()}` : `${label} …${at}${spoke ? ` ${seconds()}` : ""}\n`,
    );
    spoke = true;
    timer = setTimeout(speak, isTTY ? TERMINAL_MS : ELSEWHERE_MS);
  }
  function clear() {
    clearTimeout(timer);
    if (spoke && isTTY) process.stderr.write(CLEAR);
  }
  return {
    tell: (text) => void (detail = text),
    clear,
    end() {
      clear();
      if (spoke) process.stderr.write(`${label}: done in ${seconds()}\n`);
    },
  };
}
