import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Bench } from "./bench.ts";

const REPORTER = join(import.meta.dirname, "../programs/cpu-reporter.ts");

export type Child = {
  readonly pid: number;
  /** The next message of this type; one that came before it was asked for counts. */
  message<T extends object = object>(type: string): Promise<T>;
  onMessage(listen: (message: object) => void): void;
  /** CPU time of the process since its start, in microseconds. */
  cpuMicros(): Promise<number>;
  send(message: object): void;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Starts a program of Node as a child that also reports its CPU time, and ends it with the benchmark. */
export function startChild(bench: Bench, file: string, environment: Readonly<Record<string, string>>): Child {
  const child = fork(file, [], {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    execArgv: [...process.execArgv, "--import", REPORTER],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const post = mailbox(child);
  bench.defer(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    message: post.next,
    onMessage: (listen) => void child.on("message", listen),
    async cpuMicros() {
      child.send({ type: "bench.cpu" });
      return (await post.next<{ micros: number }>("bench.cpu")).micros;
    },
    send: (message) => void child.send(message),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

type Letter = { readonly type?: string };

/** Keeps messages until somebody asks for them. A child that ends answers everybody who still waits with an error. */
function mailbox(child: ChildProcess): { next<T extends object>(type: string): Promise<T> } {
  const kept: Letter[] = [];
  const waiting = new Map<string, PromiseWithResolvers<object>>();
  child.on("message", (message: Letter) => {
    const asked = waiting.get(message.type ?? "");
    if (asked === undefined) return void kept.push(message);
    waiting.delete(message.type ?? "");
    asked.resolve(message);
  });
  child.once("exit", (code, signal) => {
    for (const [type, asked] of waiting) asked.reject(new Error(`A child ended (${signal ?? code}) before "${type}".`));
  });
  return {
    async next<T extends object>(type: string) {
      const at = kept.findIndex((message) => message.type === type);
      if (at >= 0) return kept.splice(at, 1)[0] as T;
      const asked = Promise.withResolvers<object>();
      waiting.set(type, asked);
      return (await asked.promise) as T;
    },
  };
}
