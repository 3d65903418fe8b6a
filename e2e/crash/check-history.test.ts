import { expect, test } from "vitest";
import { checkHistory } from "./check-history.ts";
import type { History, PastCall, PastEntry } from "./history.ts";

const RUN = "run_1";
const TASK = "tsk_1";
const SESSION = "ses_1";

function call(callId: string, rest: Partial<PastCall> = {}): PastCall {
  return {
    runId: RUN,
    entryId: "ent_1",
    callId,
    taskId: TASK,
    name: "shell_execute",
    status: "done",
    starts: 1,
    mayRepeat: false,
    appends: undefined,
    ...rest,
  };
}

/** A log that answers each call, by fence 1 up to the first unknown one and by fence 2 from there on. */
function logOf(calls: readonly PastCall[]): PastEntry[] {
  const from = calls.findIndex(({ status }) => status === "unknown");
  return calls.map(({ entryId, callId, status }, at) => ({
    id: `ent_r${at}`,
    sessionId: SESSION,
    seq: at + 1,
    runId: RUN,
    fence: from >= 0 && at >= from ? 2 : 1,
    result: { entryId, callId, outcome: status },
  }));
}

/** A worker died in an append; the next one looked, and repeated it. */
const CALLS = [
  call("read", { name: "file_read", mayRepeat: true, starts: 2 }),
  call("append", { appends: "written", status: "unknown" }),
  call("look"),
  call("append-again", { appends: "written" }),
];

const GOOD: History = {
  tasks: [{ id: TASK, key: "DEMO-1", status: "completed" }],
  runs: [{ id: RUN, status: "succeeded", fence: 2 }],
  attempts: [
    { runId: RUN, fence: 1, status: "lost", startedAt: 1_000, endedAt: 2_000 },
    { runId: RUN, fence: 2, status: "finished", startedAt: 2_500, endedAt: 4_000 },
  ],
  calls: CALLS,
  entries: logOf(CALLS),
  modelCalls: [
    { runId: RUN, fence: 1, step: 1 },
    { runId: RUN, fence: 2, step: 1 },
    { runId: RUN, fence: 2, step: 2 },
  ],
  items: [{ id: "itm_1", status: "completed" }],
  submits: [{ id: "sbm_1" }],
  verdicts: [{ submitId: "sbm_1" }],
  positions: [1, 2, 3],
  tasksWithoutMover: 0,
  effects: [{ taskId: TASK, line: "written" }],
  interrupted: CALLS.slice(0, 2).map((found) => ({ ...found, fence: 1 })),
  mostRunningAtOnce: 1,
};

function withCalls(calls: readonly PastCall[], rest: Partial<History> = {}): Partial<History> {
  return { calls, entries: logOf(calls), interrupted: [], ...rest };
}

const TWICE = [1, 2].map(() => ({ taskId: TASK, line: "written" }));

test("a history in which everything is as it should be has no fault", () => {
  expect(checkHistory(GOOD)).toEqual([]);
  const foundDone = [call("append", { appends: "written", status: "unknown" }), call("look")];
  expect(checkHistory({ ...GOOD, ...withCalls(foundDone) })).toEqual([]);
  expect(checkHistory({ ...GOOD, effects: TWICE })).toEqual([]);
  const arrivedLate = [call("append", { appends: "written" })];
  expect(
    checkHistory({ ...GOOD, ...withCalls(arrivedLate), interrupted: arrivedLate.map((c) => ({ ...c, fence: 1 })) }),
  ).toEqual([]);
});

test.each<[string, Partial<History>, RegExp]>([
  ["a task that is not completed", { tasks: [{ id: TASK, key: "DEMO-1", status: "blocked" }] }, /DEMO-1 is blocked/],
  ["a run that waits", { runs: [{ id: RUN, status: "waiting", fence: 2 }] }, /run_1 is waiting/],
  ["an item in work", { items: [{ id: "itm_1", status: "processing" }] }, /itm_1 is processing/],
  ["a task that nothing moves", { tasksWithoutMover: 1 }, /no next mover/],
  ["an event without a position", { positions: [1, undefined, 2] }, /1 events have no position/],
  ["a gap between positions", { positions: [1, 3] }, /not dense: 3 stands where 2/],
  ["a position given twice", { positions: [1, 2, 2] }, /not dense/],
  ["a log with a gap", { entries: GOOD.entries.map((e) => ({ ...e, seq: e.seq + 1 })) }, /gap or a double/],
  ["a lost result", { entries: GOOD.entries.slice(0, -1) }, /append-again has 0 results/],
  [
    "a second result",
    { entries: [...GOOD.entries, { ...logOf(CALLS.slice(3))[0], seq: 5, fence: 2 } as PastEntry] },
    /2 results/,
  ],
  ["a result of another outcome", { calls: CALLS.with(2, call("look", { status: "failed" })) }, /result says done/],
  [
    "a call that is still started",
    withCalls([call("append", { appends: "written", status: "started" })]),
    /is started/,
  ],
  ["a finished call that ran again", withCalls([call("append", { appends: "written", starts: 2 })]), /started 2 times/],
  [
    "an interrupted call that ends as if nothing had been",
    { ...withCalls([call("append", { appends: "written" })]), interrupted: [{ ...call("append"), fence: 3 }] },
    /as if nothing had been/,
  ],
  ["an interrupted call that is gone", { interrupted: [{ ...call("other"), fence: 1 }] }, /is gone/],
  ["an effect that is gone", { effects: [] }, /was never appended/],
  [
    "an effect without a call",
    { effects: [...GOOD.effects, { taskId: TASK, line: "odd" }] },
    /No call appended "tsk_1 odd"/,
  ],
  [
    "an effect twice by one call",
    { ...withCalls([call("append", { appends: "written" })]), effects: TWICE },
    /2 times/,
  ],
  [
    "an append after one that was done",
    { ...withCalls([1, 2].map((n) => call(`append-${n}`, { appends: "written" }))), effects: TWICE },
    /which was done/,
  ],
  [
    "a blind repetition",
    withCalls([call("append", { appends: "written", status: "unknown" }), call("again", { appends: "written" })]),
    /without a look/,
  ],
  ["a submit without a verdict", { verdicts: [] }, /0 verdicts/],
  ["a submit judged twice", { verdicts: [...GOOD.verdicts, ...GOOD.verdicts] }, /2 verdicts/],
  ["a missing fence", { attempts: GOOD.attempts.slice(1) }, /fence 2 and attempts 2/],
  ["a fence that stood still", { runs: [{ id: RUN, status: "succeeded", fence: 1 }] }, /fence 1 and attempts 1, 2/],
  [
    "two attempts at once",
    { attempts: GOOD.attempts.with(0, { runId: RUN, fence: 1, status: "lost", startedAt: 1, endedAt: 3_000 }) },
    /began before attempt 1 had ended/,
  ],
  [
    "a stale write",
    { entries: GOOD.entries.with(3, { ...GOOD.entries[3], fence: 1 } as PastEntry) },
    /with fence 1 after/,
  ],
  [
    "a model call made twice by one attempt",
    { modelCalls: [...GOOD.modelCalls, ...GOOD.modelCalls.slice(2)] },
    /made the model call of step run_1 2 twice/,
  ],
  [
    "a model call repeated without need",
    { attempts: GOOD.attempts.map((attempt) => ({ ...attempt, status: "drained" })) },
    /although nothing was lost/,
  ],
  ["work in two hands", { mostRunningAtOnce: 2 }, /2 attempts ran at once/],
])("%s is found", (_, fault, words) => {
  const found = checkHistory({ ...GOOD, ...fault });
  expect(found).not.toEqual([]);
  expect(found.join("\n")).toMatch(words);
});
