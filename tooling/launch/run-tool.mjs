import { spawn } from "node:child_process";
import { ROOT } from "./places.mjs";
import { StepFailure } from "./step-failure.mjs";

const TAIL_LINES = 25;

/** Runs a tool silently; when it fails, the end of what it printed is shown with the remedy. */
export function runTool(command, { environment, remedy }) {
  const [program, ...rest] = command;
  const child = spawn(program, rest, { cwd: ROOT, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new StepFailure(`${program} cannot be run: ${error.message}`, remedy)));
    child.once("close", (code) => {
      if (code === 0) return resolve();
      const tail = output.trim().split("\n").slice(-TAIL_LINES).join("\n");
      reject(new StepFailure(`\`${command.join(" ")}\` failed:\n${tail}\n`, remedy));
    });
  });
}
