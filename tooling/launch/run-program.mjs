import { spawn } from "node:child_process";
import { constants } from "node:os";
import { NODE_24, ROOT, toolEnvironment } from "./places.mjs";

/**
 * Runs a program of the checkout on Node 24 in the caller's folder and answers its exit code. Ctrl-C reaches the program
 * through the terminal, so this process only waits; the channel between them tells the program when this one dies.
 */
export function runProgram([program, ...rest]) {
  const child = spawn(NODE_24, [`${ROOT}${program}`, ...rest], {
    cwd: ROOT,
    env: toolEnvironment(),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
