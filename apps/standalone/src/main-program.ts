import { isFault } from "@cadre/shared";
import { readyLine } from "@cadre/server-kit";
import { readMachineEnv } from "./machine-env.ts";
import type { Programs } from "./programs.ts";
import { stopRequests } from "./stop-requests.ts";
import { runMachine } from "./supervisor.ts";

/**
 * Runs the supervisor as this process's main program, with its output and signals, and ends it with an exit code. Who started it with
 * `--unannounced` is told by a message alone when it is ready: nobody is meant to open that address.
 */
export async function main(programs: Programs): Promise<void> {
  ignoreLostTerminal();
  const isAnnounced = !process.argv.includes("--unannounced");
  const { isTTY } = process.stdout;
  const { signal } = stopRequests(print);
  try {
    await runMachine({
      env: readMachineEnv(process.env),
      programs,
      environment: process.env,
      signal,
      print,
      overwrite: isTTY ? overwrite : undefined,
      style: isTTY ? "human" : "machine",
      onReady: (ready) => {
        if (isAnnounced) print(readyLine(ready.url, ready.setupToken));
        process.send?.({ type: "ready", ...ready });
      },
    });
  } catch (error) {
    if (!signal.aborted) reportFailure(error);
  }
  process.exit();
}

const CLEAR = "\r\u001B[2K";
let isLineOpen = false;

function print(line: string): void {
  process.stdout.write(`${isLineOpen ? CLEAR : ""}${line}\n`);
  isLineOpen = false;
}

function overwrite(line: string): void {
  process.stdout.write(`${CLEAR}${line}`);
  isLineOpen = true;
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
