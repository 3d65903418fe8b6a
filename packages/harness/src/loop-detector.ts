import { RUN_LIMITS } from "@cadre/shared";

/** One finished call as the detector sees it. Of an interrupted call nobody knows the result. */
export type CallRecord = { readonly name: string; readonly args: string; readonly result: string | undefined };

export type LoopVerdict =
  | { readonly kind: "none" }
  | { readonly kind: "warning"; readonly message: string }
  | { readonly kind: "break"; readonly message: string };

const NONE: LoopVerdict = { kind: "none" };

/**
 * Looks for a turn that no longer gets anywhere, over the calls of this turn, oldest first (decisions, "Loop detection"). Different
 * arguments never trigger: twenty files written are work, not a loop (M118).
 */
export function detectLoop(calls: readonly CallRecord[]): LoopVerdict {
  const recent = calls.slice(-RUN_LIMITS.loopHistory);
  const last = recent.at(-1);
  if (last === undefined) return NONE;
  return worst([sameResult(recent, last), sameCall(recent, last), pingPong(recent)]);
}

/** The same call with the same result: it will not change by asking again. An interrupted one was not answered yet. */
function sameResult(calls: readonly CallRecord[], last: CallRecord): LoopVerdict {
  if (last.result === undefined) return NONE;
  const repeats = trailing(calls, (call) => isSameCall(call, last) && call.result === last.result);
  const text = `${last.name} was called ${repeats} times in a row with the same arguments and gave the same result each time.`;
  if (repeats >= RUN_LIMITS.loopSameResultBreak) return { kind: "break", message: text };
  if (repeats >= RUN_LIMITS.loopSameResultWarn) return { kind: "warning", message: `${text} Do something else.` };
  return NONE;
}

function sameCall(calls: readonly CallRecord[], last: CallRecord): LoopVerdict {
  const repeats = trailing(calls, (call) => isSameCall(call, last));
  const text = `${last.name} was called ${repeats} times in a row with the same arguments.`;
  if (repeats >= RUN_LIMITS.loopBreakRepeats) return { kind: "break", message: text };
  if (repeats >= RUN_LIMITS.loopWarnRepeats) return { kind: "warning", message: `${text} Change your approach.` };
  return NONE;
}

/** Two calls in turn, A B A B, with the same arguments each time. */
function pingPong(calls: readonly CallRecord[]): LoopVerdict {
  const last = calls.at(-1);
  const before = calls.at(-2);
  if (last === undefined || before === undefined || isSameCall(last, before)) return NONE;
  let length = 0;
  for (let at = calls.length - 1; at >= 0; at -= 1) {
    const call = calls[at];
    const expected = length % 2 === 0 ? last : before;
    if (call === undefined || !isSameCall(call, expected)) break;
    length += 1;
  }
  const text = `${before.name} and ${last.name} have been called in turn ${length} times with the same arguments.`;
  if (length >= RUN_LIMITS.loopPingPongBreak) return { kind: "break", message: text };
  if (length >= RUN_LIMITS.loopPingPongWarn) return { kind: "warning", message: `${text} Change your approach.` };
  return NONE;
}

function isSameCall(a: CallRecord, b: CallRecord): boolean {
  return a.name === b.name && a.args === b.args;
}

function trailing(calls: readonly CallRecord[], matches: (call: CallRecord) => boolean): number {
  let count = 0;
  for (let at = calls.length - 1; at >= 0; at -= 1) {
    const call = calls[at];
    if (call === undefined || !matches(call)) break;
    count += 1;
  }
  return count;
}

function worst(verdicts: readonly LoopVerdict[]): LoopVerdict {
  return (
    verdicts.find((verdict) => verdict.kind === "break") ??
    verdicts.find((verdict) => verdict.kind === "warning") ??
    NONE
  );
}
