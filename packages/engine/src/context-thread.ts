import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { COMPACTION_LIMITS } from "@cadre/shared";
import type { ContextAnswer, ContextAsk } from "./context-work.ts";
import type { Answered, Asked } from "./context-worker.ts";

/** The thread runs the built file beside this one, or its source where this is a source. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
const PROGRAM = new URL(IS_SOURCE ? "./context-worker.ts" : "./context-worker.js", import.meta.url);

type Waiting = { readonly resolve: (answer: ContextAnswer) => void; readonly reject: (error: Error) => void };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined };

let thread: Thread | undefined;
let asked = 0;

/**
 * Does the work in a thread of its own, so that leases are renewed and streams flow meanwhile. The thread starts with the first ask, keeps
 * no process alive, and ends when nothing was asked for a minute. Rejects with what the work threw, or when the thread itself was lost.
 */
export function askThread(ask: ContextAsk): Promise<ContextAnswer> {
  const now = (thread ??= startThread());
  const id = (asked += 1);
  clearTimeout(now.idle);
  now.worker.ref();
  return new Promise((resolve, reject) => {
    now.waiting.set(id, { resolve, reject });
    post(now.worker, id, ask).catch((error: Error) => {
      now.waiting.delete(id);
      reject(error);
    });
  });
}

/** What is posted is copied at once, on this thread: entries go in slices, and the event loop does what else is waiting between two. */
async function post(worker: Worker, id: number, ask: ContextAsk): Promise<void> {
  const tell = (asking: Asked): void => worker.postMessage(asking);
  if (ask.kind !== "plan") return tell({ id, ask });
  const { entries } = ask;
  for (let at = 0; at < entries.length; at += COMPACTION_LIMITS.entriesPostedAtOnce) {
    tell({ id, slice: entries.slice(at, at + COMPACTION_LIMITS.entriesPostedAtOnce) });
    await setImmediate();
  }
  tell({ id, ask: { ...ask, entries: [] } });
}

function startThread(): Thread {
  const worker = new Worker(PROGRAM, IS_SOURCE ? { execArgv: ["--conditions=cadre-source"] } : {});
  const started: Thread = { worker, waiting: new Map(), idle: undefined };
  const lose = (error: Error): void => {
    if (thread === started) thread = undefined;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.unref();
  worker.on("message", (answered: Answered) => settle(started, answered));
  worker.on("error", lose);
  worker.on("exit", (code) => lose(new Error(`The thread that counts and plans ended with code ${code}.`)));
  return started;
}

function settle(started: Thread, answered: Answered): void {
  const { waiting } = started;
  const asker = waiting.get(answered.id);
  waiting.delete(answered.id);
  if (waiting.size === 0) endWhenIdle(started);
  if (asker === undefined) return;
  if ("answer" in answered) asker.resolve(answered.answer);
  else asker.reject(Object.assign(new Error(answered.error.message), { stack: answered.error.stack }));
}

function endWhenIdle(started: Thread): void {
  started.worker.unref();
  started.idle = setTimeout(() => {
    if (thread === started) thread = undefined;
    void started.worker.terminate();
  }, COMPACTION_LIMITS.threadIdleMs);
  started.idle.unref();
}
