import { spawn } from "node:child_process";

export type CommandResult = { readonly code: number; readonly output: string };

/** Runs a tool from `node_modules/.bin` and collects what it prints. */
export function runCommand(command: readonly string[], cwd: string): Promise<CommandResult> {
  const [program = "", ...rest] = command;
  const environment = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", TURBO_TELEMETRY_DISABLED: "1" };
  const child = spawn(program, rest, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

/** The problems of a tool that says everything in its output. */
export function problemsOf({ code, output }: CommandResult): string[] {
  return code === 0 ? [] : output.split("\n");
}
