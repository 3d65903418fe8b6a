import type { CallName, History, PastAttempt, PastCall, PastEntry } from "./history.ts";

const END_STATES = {
  task: ["completed"],
  run: ["succeeded", "incomplete", "failed", "cancelled"],
  attempt: ["finished", "parked", "preempted", "drained", "lost", "cancelled"],
  call: ["done", "failed", "unknown", "denied"],
  item: ["completed", "merged", "dropped"],
} as const;

/** What is wrong with a history; nothing is as it should be. Each rule stands alone, so that one fault is named once. */
export function checkHistory(history: History): string[] {
  return RULES.flatMap((rule) => rule(history));
}

type Rule = (history: History) => string[];

/** Nothing is left open: every task is completed and everything under it is at an end. */
const everythingEnded: Rule = ({ tasks, runs, attempts, calls, items, tasksWithoutMover }) => [
  ...tasks.filter(isOpen("task")).map((task) => `Task ${task.key} is ${task.status}.`),
  ...runs.filter(isOpen("run")).map((run) => `Run ${run.id} is ${run.status}.`),
  ...attempts.filter(isOpen("attempt")).map((a) => `Attempt ${a.fence} of ${a.runId} is ${a.status}.`),
  ...calls.filter(isOpen("call")).map((call) => `Call ${nameOf(call)} is ${call.status}.`),
  ...items.filter(isOpen("item")).map((item) => `Item ${item.id} is ${item.status}.`),
  ...(tasksWithoutMover > 0 ? [`${tasksWithoutMover} open tasks have no next mover.`] : []),
];

function isOpen(machine: keyof typeof END_STATES): (row: { readonly status: string }) => boolean {
  const ends: readonly string[] = END_STATES[machine];
  return ({ status }) => !ends.includes(status);
}

/** Every event has a position, and positions have no gap and no double. */
const outboxIsDense: Rule = ({ positions }) => {
  const given = positions.filter((position) => position !== undefined).sort((a, b) => a - b);
  const unrelayed = positions.length - given.length;
  const gaps = given.flatMap((position, at) => (position === at + 1 ? [] : [position]));
  return [
    ...(unrelayed > 0 ? [`${unrelayed} events have no position.`] : []),
    ...(gaps.length > 0
      ? [`Positions are not dense: ${gaps[0]} stands where ${given.indexOf(gaps[0] ?? 0) + 1} should.`]
      : []),
  ];
};

/** The numbers of a session's entries have no gap and no double. */
const logsAreDense: Rule = ({ entries }) =>
  [...groups(entries, (entry) => entry.sessionId)].flatMap(([sessionId, log]) =>
    log.every((entry, at) => entry.seq === at + 1) ? [] : [`The log of session ${sessionId} has a gap or a double.`],
  );

/** Every call has exactly one result in the log, with the outcome that the journal has, and no result is without a call. */
const callsAreAnsweredOnce: Rule = ({ calls, entries }) => {
  const results = groups(entries.filter(hasResult), ({ result }) => resultKey(result));
  const wrong = calls.flatMap((call) => {
    const answers = results.get(resultKey(call)) ?? [];
    results.delete(resultKey(call));
    if (answers.length !== 1) return [`Call ${nameOf(call)} has ${answers.length} results.`];
    const outcome = answers[0]?.result.outcome;
    return outcome === call.status ? [] : [`Call ${nameOf(call)} is ${call.status}, its result says ${outcome}.`];
  });
  return [...wrong, ...[...results.keys()].map((key) => `The result of ${key} belongs to no call.`)];
};

/** A call that may not repeat starts once. */
const finishedCallsStayFinished: Rule = ({ calls }) =>
  calls
    .filter((call) => call.starts > 1 && !call.mayRepeat)
    .map((call) => `Call ${nameOf(call)} started ${call.starts} times and may not repeat.`);

/**
 * What a dead worker had started is reported as unknown, or was safe to repeat and was started again. Or its result was on its way to
 * the database when the worker died, and arrived: then it bears the fence of the dead attempt.
 */
const interruptionsAreReported: Rule = ({ calls, entries, interrupted }) => {
  const results = new Map(entries.filter(hasResult).map(({ result, fence }) => [resultKey(result), fence]));
  return interrupted.flatMap((name) => {
    const call = calls.find((other) => nameOf(other) === nameOf(name));
    if (call === undefined) return [`The interrupted call ${nameOf(name)} is gone.`];
    const hasArrived = results.get(resultKey(call)) === name.fence;
    const isFair = call.status === "unknown" || hasArrived || (call.mayRepeat && call.starts > 1);
    return isFair ? [] : [`Call ${nameOf(call)} was interrupted, and ended ${call.status} as if nothing had been.`];
  });
};

function resultKey({ entryId, callId }: { readonly entryId: string; readonly callId: string }): string {
  return `${entryId} ${callId}`;
}

/**
 * A line stands in an effects log as often as its calls say: once for each call that was done, perhaps once for one that is unknown.
 * After a call was done nothing appends its line again; after an unknown one only who has looked in between.
 */
const effectsMatchTheJournal: Rule = ({ calls, effects }) => {
  const appends = groups(calls.filter(isAppend), (call) => `${call.taskId} ${call.appends}`);
  const lines = groups(effects, (effect) => `${effect.taskId} ${effect.line}`);
  const unexplained = [...lines.keys()].filter((key) => !appends.has(key)).map((key) => `No call appended "${key}".`);
  const wrong = [...appends].flatMap(([key, tries]) => {
    const done = tries.filter((call) => call.status === "done").length;
    // A failed command may have got so far.
    const unknown = tries.filter((call) => call.status === "unknown" || call.status === "failed").length;
    const found = lines.get(key)?.length ?? 0;
    const isExplained = found >= done && found <= done + unknown;
    return [
      ...(found === 0 ? [`"${key}" was never appended.`] : []),
      ...(isExplained ? [] : [`"${key}" stands ${found} times; ${done} calls were done, ${unknown} may have been.`]),
      ...repeatedBlindly(calls, tries),
    ];
  });
  return [...unexplained, ...wrong];
};

function repeatedBlindly(calls: readonly PastCall[], tries: readonly PastCall[]): string[] {
  return tries.slice(1).flatMap((call, at) => {
    const before = tries[at];
    if (before === undefined || before.status === "denied" || before.status === "failed") return [];
    if (before.status === "done") return [`Call ${nameOf(call)} repeats ${nameOf(before)}, which was done.`];
    const between = calls.slice(calls.indexOf(before) + 1, calls.indexOf(call));
    // A search that finds nothing has failed, and was a look all the same.
    const hasLooked = between.some(
      ({ taskId, status }) => taskId === call.taskId && ["done", "failed"].includes(status),
    );
    return hasLooked ? [] : [`Call ${nameOf(call)} repeats ${nameOf(before)}, which is unknown, without a look.`];
  });
}

/** Every submit was judged once. */
const submitsAreJudgedOnce: Rule = ({ submits, verdicts }) => {
  const judged = groups(verdicts, (verdict) => verdict.submitId);
  return submits.flatMap(({ id }) => {
    const times = judged.get(id)?.length ?? 0;
    return times === 1 ? [] : [`Submit ${id} has ${times} verdicts.`];
  });
};

/** Fences of a run count 1, 2, 3 …; each attempt begins after the one before has ended; the log never goes back to an older one. */
const fencesOnlyGrow: Rule = ({ runs, attempts, entries }) => {
  const ofRun = groups(attempts, (attempt) => attempt.runId);
  const gaps = runs.flatMap((run) => {
    const fences = (ofRun.get(run.id) ?? []).map((attempt) => attempt.fence);
    // A run that is stopped moves its fence without a claim.
    const isDense = fences.every((fence, at) => fence === at + 1) && run.fence - fences.length <= 1;
    return isDense && run.fence >= fences.length
      ? []
      : [`Run ${run.id} has fence ${run.fence} and attempts ${fences.join(", ")}.`];
  });
  const overlaps = [...ofRun].flatMap(([runId, list]) =>
    list.flatMap((attempt, at) => {
      const next = list[at + 1];
      const isOver = next === undefined || (attempt.endedAt !== undefined && attempt.endedAt <= next.startedAt);
      return isOver ? [] : [`Attempt ${next.fence} of ${runId} began before attempt ${attempt.fence} had ended.`];
    }),
  );
  const stale = [...groups(entries, (entry) => `${entry.sessionId} ${entry.runId}`).values()].flatMap((log) =>
    log.flatMap((entry, at) => {
      const before = log[at - 1];
      const isStale = before?.fence !== undefined && entry.fence !== undefined && entry.fence < before.fence;
      return isStale ? [`Entry ${entry.id} was written with fence ${entry.fence} after fence ${before.fence}.`] : [];
    }),
  );
  return [...gaps, ...overlaps, ...stale];
};

/** An attempt makes the call of a step once, and only a later attempt after a crash makes it again (R2). */
const modelCallsAreNotWasted: Rule = ({ modelCalls, attempts }) => {
  const crashed = new Set(attempts.filter(isCrashed).map(({ runId, fence }) => `${runId} ${fence}`));
  return [...groups(modelCalls, (call) => `${call.runId} ${call.step}`)].flatMap(([key, calls]) => {
    const fences = new Set(calls.map(({ fence }) => fence));
    const needless = calls.filter(
      ({ runId, fence }) => fence < Math.max(...fences) && !crashed.has(`${runId} ${fence}`),
    );
    return [
      ...(fences.size < calls.length ? [`One attempt made the model call of step ${key} twice.`] : []),
      ...(needless.length > 0 ? [`The model call of step ${key} was repeated although nothing was lost.`] : []),
    ];
  });
};

function isCrashed(attempt: PastAttempt): boolean {
  return attempt.status === "lost" || attempt.status === "cancelled";
}

/** No piece of work was ever in two hands. */
const oneWorkerAtATime: Rule = ({ mostRunningAtOnce }) =>
  mostRunningAtOnce <= 1 ? [] : [`${mostRunningAtOnce} attempts ran at once for one piece of work.`];

const RULES: readonly Rule[] = [
  everythingEnded,
  outboxIsDense,
  logsAreDense,
  callsAreAnsweredOnce,
  finishedCallsStayFinished,
  interruptionsAreReported,
  effectsMatchTheJournal,
  submitsAreJudgedOnce,
  fencesOnlyGrow,
  modelCallsAreNotWasted,
  oneWorkerAtATime,
];

function nameOf(call: CallName): string {
  return `${call.runId}:${call.entryId}:${call.callId}`;
}

function isAppend(call: PastCall): boolean {
  return call.appends !== undefined && call.taskId !== undefined;
}

type ResultEntry = PastEntry & { readonly result: NonNullable<PastEntry["result"]> };

function hasResult(entry: PastEntry): entry is ResultEntry {
  return entry.result !== undefined;
}

function groups<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, keyOf);
}
