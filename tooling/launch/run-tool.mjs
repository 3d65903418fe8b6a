import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { ROOT } from "./places.mjs";
import { StepFailure } from "./step-failure.mjs";

const TAIL_LINES = 25;

/**
 * Runs a tool silently; when it fails, the end of what it printed is shown with the remedy. `onLine` hears each line; one that it answers
 * with true only says how far the tool is, and is no part of what is shown.
 */
export function runTool(command, { environment, remedy, onLine = () => false }) {
  const [program, ...rest] = command;
  const child = spawn(program, rest, { cwd: ROOT, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => onLine(line) || lines.push(line));
  }
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new StepFailure(`${program} cannot be run: ${error.message}`, remedy)));
    child.once("close", (code) => {
      if (code === 0) return resolve();
      const tail = lines.join("\n").trim().split("\n").slice(-TAIL_LINES).join("\n");
      reject(new StepFailure(`\`${command.join(" ")}\` failed:\n${tail}\n`, remedy));
    });
  });
}
