import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Ends a program when the test that started it is gone. */
const LEASH = path.join(ROOT, "apps/standalone/src/children/leash.ts");

/** Compiled code is kept here between starts, so that a start after a kill costs less. */
const COMPILED = path.join(tmpdir(), "cadre-test-compile-cache");

const TAIL_LINES = 40;

/** The programs of the product that tests run as processes of their own. */
export const PROGRAMS = {
  taskExecutor: path.join(ROOT, "apps/task-executor/src/main.ts"),
  heartbeatWorker: path.join(ROOT, "apps/heartbeat-worker/src/main.ts"),
} as const;

export type ProgramStart = {
  /** The file that Node runs, from the sources. */
  readonly file: string;
  /** The whole environment beside PATH. */
  readonly environment: Readonly<Record<string, string>>;
  /** Modules loaded before the program, as paths. */
  readonly preload?: readonly string[];
};

export type ProgramEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A process of the product, as its test sees it. */
export type Program = {
  readonly pid: number;
  /** True once the program has said that it is ready. */
  isReady(): boolean;
  readonly ended: Promise<ProgramEnd>;
  isAlive(): boolean;
  /** The last lines it printed: its warnings and errors. */
  tail(): string;
  signal(name: NodeJS.Signals): void;
  /** Asks it to end and waits for that. */
  stop(): Promise<void>;
};

/** Starts a program of the product in a process of its own. */
export function startProgram({ file, environment, preload = [] }: ProgramStart): Program {
  const imports = [LEASH, ...preload].flatMap((module) => ["--import", module]);
  const child = spawn(process.execPath, ["--conditions=cadre-source", ...imports, file], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (lines.push(line) > TAIL_LINES) lines.shift();
    });
  }
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once("error", (error) => lines.push(String(error)));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  let isReady = false;
  child.once("message", () => (isReady = true));
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    isReady: () => isReady && isAlive(),
    ended,
    isAlive,
    tail: () => lines.join("\n"),
    signal: (name) => void child.kill(name),
    async stop() {
      // A stopped process would not hear that it should end.
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
