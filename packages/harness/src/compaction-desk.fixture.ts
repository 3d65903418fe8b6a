import { type CompactionPlan, planCompaction, type SummaryRequest } from "@cadre/core";
import type { EntryPayload, ModelFailure, SessionEntry } from "@cadre/domain";
import { NO_USAGE } from "@cadre/domain";
import type { CompactionPorts, ModelAnswer } from "./compaction-ports.ts";

/** A task's log: a pinned brief and steps with one call each. */
export function givenLog(steps: number, words = "I decided to go on with"): SessionEntry[] {
  const entries: SessionEntry[] = [];
  const add = (payload: EntryPayload): string => {
    const id = `ent_${entries.length}`;
    entries.push({ id, parentId: entries.at(-1)?.id ?? null, payload });
    return id;
  };
  add({ kind: "user-message", v: 1, content: [{ type: "text", text: "TASK EXECUTION" }], isPinned: true });
  for (let step = 1; step <= steps; step += 1) addStep(add, step, `${words} src/file-${step}.ts.`);
  return entries;
}

export function addStep(add: (payload: EntryPayload) => string, step: number, text: string): void {
  const callId = `call_${step}`;
  const assistantEntryId = add({
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "text", text },
      { type: "tool-call", callId, name: "file_read", args: { path: `src/file-${step}.ts` } },
    ],
    model: { provider: "scripted", model: "script" },
    stopReason: "tool-use",
    usage: NO_USAGE,
    isSimulated: true,
  });
  const name = "file_read";
  add({ kind: "tool-result", v: 1, assistantEntryId, callId, name, outcome: "done", text: `Line ${step}.` });
}

export type CompactionDesk = {
  readonly ports: CompactionPorts;
  readonly entries: SessionEntry[];
  /** What was asked of the summariser, and what happened, in order. */
  readonly requests: SummaryRequest[];
  readonly happened: string[];
  readonly failures: (ModelFailure | undefined)[];
  readonly plans: CompactionPlan[];
  boundary: "go" | "stop";
};

/** What the engine does with rows and a router, done with arrays and a script. */
export function compactionDesk(entries: SessionEntry[], answers: readonly ModelAnswer[]): CompactionDesk {
  const script = [...answers];
  const desk: CompactionDesk = {
    entries,
    requests: [],
    happened: [],
    failures: [],
    plans: [],
    boundary: "go",
    ports: {
      planCompaction: async (log, due) => {
        return planCompaction(log, {
          policy: { kind: "ladder" },
          isAsked: due === "asked",
          limitTokens: 50_000,
          messageCapChars: 6_000,
          hasResultTool: false,
        });
      },
      flushMemory: async (plan) => {
        desk.happened.push("flush");
        desk.plans.push(plan);
      },
      summarise: async (request) => {
        desk.happened.push("summarise");
        desk.requests.push(request);
        const answer = script.shift();
        if (answer === undefined) throw new Error("The script has no further answer.");
        return answer;
      },
      appendCompaction: async (entry, _plan, failure) => {
        desk.happened.push("append");
        desk.failures.push(failure);
        entries.push({ id: `ent_${entries.length}`, parentId: entries.at(-1)?.id ?? null, payload: entry });
      },
      boundary: () => desk.boundary,
    },
  };
  return desk;
}

export function wordsOf(text: string): ModelAnswer {
  return {
    kind: "reply",
    reply: {
      model: { provider: "scripted", model: "script" },
      message: { role: "assistant", content: [{ type: "text", text }] },
      stopReason: "end",
      usage: NO_USAGE,
      requestId: undefined,
      isSimulated: true,
    },
  };
}

export function failsWith(kind: ModelFailure["kind"]): ModelAnswer {
  return {
    kind: "failed",
    failure: { kind, status: undefined, code: undefined, message: kind, retryAfterMs: undefined, isRetryable: false },
  };
}
