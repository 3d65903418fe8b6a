import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout } from "node:timers/promises";

import { TOOL_LIMITS } from "@cadre/shared";

import type { PathRoots } from "../path-roots.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { systemErrorCode } from "../system-error.ts";
import { OutputBuffer } from "./output-buffer.ts";

/** Both streams through one pipe: only so does what was written first arrive first. */
const ONE_STREAM = 'exec "$0" "$@" 2>&1';

const EXIT_TIMED_OUT = 124;
const EXIT_NOT_STARTED = 126;
const EXIT_ABORTED = 130;
const EXIT_SIGNAL_OFFSET = 128;

export type ShellRequest = {
  readonly sandbox: Sandbox;
  readonly roots: PathRoots;
  readonly command: string;
  /** An existing folder the path wall allowed. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Added to the environment; never a secret, the command can print it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Live output, until the cap on output is reached. */
  readonly onOutput?: ((text: string) => void) | undefined;
};

export type ShellEnd = {
  readonly cause: "exited" | "timed-out" | "aborted" | "not-started";
  /** As a shell reports it: 124 after a timeout, 126 when it did not start, 130 after an abort, 128 + n for signal n. */
  readonly exitCode: number;
  /** Both streams in the order they arrived, beginning and end when it was long. */
  readonly output: string;
};

/**
 * Runs one command in its own process group. At its end, by timeout or abort the whole group is ended: SIGTERM, then
 * SIGKILL after a grace time, so that nothing it started stays behind. Throws only when the sandbox cannot be set up.
 */
export async function runShell(request: ShellRequest): Promise<ShellEnd> {
  if (request.signal.aborted) return { cause: "aborted", exitCode: EXIT_ABORTED, output: "" };
  const { file, args, env, release } = await request.sandbox.wrap(request.command, request.roots);
  try {
    const child = spawn("/bin/sh", ["-c", ONE_STREAM, file, ...args], {
      cwd: request.cwd,
      env: { ...env, ...request.env },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    return await superviseShell(child, request);
  } finally {
    release();
  }
}

type ShellProcess = ChildProcess & { readonly stdout: Readable };

async function superviseShell(child: ShellProcess, request: ShellRequest): Promise<ShellEnd> {
  const output = new OutputBuffer(TOOL_LIMITS.shellMaxOutputBytes);
  collect(child.stdout, output, request.onOutput);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const exit = await exitOf(child, AbortSignal.any([request.signal, timeout]));
  if (exit.kind === "not-started") return { cause: "not-started", exitCode: EXIT_NOT_STARTED, output: exit.reason };
  signalGroup(child, "SIGKILL");
  await Promise.race([closed, setTimeout(TOOL_LIMITS.killGraceMs, undefined, { ref: false })]);
  child.stdout.destroy();
  if (!exit.wasStopped) return { cause: "exited", exitCode: exit.code, output: output.text() };
  return request.signal.aborted
    ? { cause: "aborted", exitCode: EXIT_ABORTED, output: output.text() }
    : { cause: "timed-out", exitCode: EXIT_TIMED_OUT, output: output.text() };
}

function collect(stream: Readable, output: OutputBuffer, onOutput: ShellRequest["onOutput"]): void {
  const decoder = new StringDecoder("utf8");
  const take = (text: string) => {
    if (text === "") return;
    output.append(text);
    if (output.isWhole) onOutput?.(text);
  };
  stream.on("data", (bytes: Buffer) => take(decoder.write(bytes)));
  stream.on("end", () => take(decoder.end()));
}

type Exit =
  | { readonly kind: "not-started"; readonly reason: string }
  | { readonly kind: "exited"; readonly code: number; readonly wasStopped: boolean };

/** Waits for the command itself; when told to stop, ends its group and still waits for the exit. */
function exitOf(child: ChildProcess, stop: AbortSignal): Promise<Exit> {
  return new Promise((resolve) => {
    let wasStopped = false;
    let killTimer: NodeJS.Timeout | undefined;
    const endGroup = () => {
      wasStopped = signalGroup(child, "SIGTERM");
      killTimer = globalThis.setTimeout(() => signalGroup(child, "SIGKILL"), TOOL_LIMITS.killGraceMs);
    };
    const settle = (exit: Exit) => {
      stop.removeEventListener("abort", endGroup);
      clearTimeout(killTimer);
      resolve(exit);
    };
    child.once("error", (error) => settle({ kind: "not-started", reason: error.message }));
    child.once("exit", (code, signal) => {
      const signalNumber = signal === null ? 0 : constants.signals[signal];
      settle({ kind: "exited", code: code ?? EXIT_SIGNAL_OFFSET + signalNumber, wasStopped });
    });
    if (stop.aborted) endGroup();
    else stop.addEventListener("abort", endGroup, { once: true });
  });
}

/** False when the group is gone already. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ESRCH" || code === "EPERM") return false;
    throw error;
  }
}
