import type { ModelFailure } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import { abortedFailure, modelFailure } from "./failure.ts";
import type { StartIdleWatch } from "./idle-watch.ts";

/** What keeps one call alive: it ends when the caller aborts or the stream falls silent. */
export type Lifeline = {
  readonly controller: AbortController;
  /** Something arrived. */
  touch(): void;
  /** The message is whole; what remains is the end of the response. */
  messageDone(): void;
  /** Why the call was cut from our side, if it was. */
  failure(): ModelFailure | undefined;
  /** Always call it: it leaves neither a timer nor a listener on the caller's long-lived signal. */
  close(): void;
};

export function openLifeline(signal: AbortSignal, startIdleWatch: StartIdleWatch): Lifeline {
  const controller = new AbortController();
  let failure: ModelFailure | undefined;
  const cut = (why: ModelFailure): void => {
    failure ??= why;
    controller.abort();
  };
  const onAbort = (): void => {
    cut(abortedFailure());
  };
  const onIdle = (): void => {
    cut(silence());
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  let watch = startIdleWatch(MODEL_LIMITS.streamIdleMs, onIdle);
  return {
    controller,
    touch: () => {
      watch.touch();
    },
    messageDone: () => {
      watch.stop();
      watch = startIdleWatch(MODEL_LIMITS.streamCloseGraceMs, onIdle);
    },
    failure: () => failure,
    close: () => {
      watch.stop();
      signal.removeEventListener("abort", onAbort);
    },
  };
}

function silence(): ModelFailure {
  return modelFailure({
    kind: "timeout",
    code: "stream-idle",
    message: `The provider sent nothing for ${MODEL_LIMITS.streamIdleMs / 1_000} s.`,
  });
}
