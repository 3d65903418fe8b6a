import { parentPort } from "node:worker_threads";
import { type ContextAnswer, type ContextAsk, workOn } from "./context-work.ts";

/** What passes between the threads: each answer names its ask. */
export type Asked = { readonly id: number; readonly ask: ContextAsk };
export type Answered =
  | { readonly id: number; readonly answer: ContextAnswer }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string | undefined } };

/** The thread beside the event loop: counts and plans, one after the other. */
parentPort?.on("message", ({ id, ask }: Asked) => {
  workOn(ask).then(
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
