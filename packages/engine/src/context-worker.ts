import { parentPort } from "node:worker_threads";
import type { SessionEntry } from "@cadre/domain";
import { type ContextAnswer, type ContextAsk, workOn } from "./context-work.ts";

/** What passes between the threads: each answer names its ask. The entries of a plan come before its ask, a slice at a time. */
export type Asked =
  { readonly id: number; readonly slice: readonly SessionEntry[] } | { readonly id: number; readonly ask: ContextAsk };
export type Answered =
  | { readonly id: number; readonly answer: ContextAnswer }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string | undefined } };

const slices = new Map<number, SessionEntry[]>();

/** The thread beside the event loop: counts and plans, one after the other. */
parentPort?.on("message", (asked: Asked) => {
  const { id } = asked;
  const entries = slices.get(id) ?? [];
  if ("slice" in asked) {
    entries.push(...asked.slice);
    slices.set(id, entries);
    return;
  }
  slices.delete(id);
  const { ask } = asked;
  workOn(ask.kind === "plan" ? { ...ask, entries } : ask).then(
    (answer) => reply({ id, answer }),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      reply({ id, error: { message, stack } });
    },
  );
});

function reply(answered: Answered): void {
  parentPort?.postMessage(answered);
}
