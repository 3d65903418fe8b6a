import { isFault } from "@cadre/shared";
import { readMachineEnv } from "./machine-env.ts";
import type { Programs } from "./programs.ts";
import { stopRequests } from "./stop-requests.ts";
import { runMachine } from "./supervisor.ts";

/** Runs the supervisor as this process's main program, with its output and signals, and ends it with an exit code. */
export async function main(programs: Programs): Promise<void> {
  ignoreLostTerminal();
  const { signal } = stopRequests(print);
  try {
    await runMachine({
      env: readMachineEnv(process.env),
      programs,
      environment: process.env,
      signal,
      print,
      style: process.stdout.isTTY ? "human" : "machine",
      onReady: (ready) => void process.send?.({ type: "ready", ...ready }),
    });
  } catch (error) {
    if (!signal.aborted) reportFailure(error);
  }
  process.exit();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A terminal that is gone must not end the machine before it has stopped in order. */
function ignoreLostTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (isFault(error)) process.stderr.write(`\n${error.message}\n`);
  else console.error("\nCadre stopped because of a mistake of its own:\n", error);
}
