import { setImmediate } from "node:timers/promises";
import { type CompactionDue, type CompactionPlan, createHistoryMemory, RESULT_TOOL } from "@cadre/core";
import type { CompactionEntry, ModelFailure, SessionEntry } from "@cadre/domain";
import type { CompactionPorts, StepPorts } from "@cadre/harness";
import { isFault } from "@cadre/shared";
import { askThread } from "../../context-thread.ts";
import { writeDailyLog } from "../../memory/write-daily-log.ts";
import { fenced } from "../../runs/fenced.ts";
import { appendCompaction } from "../../sessions/append-compaction.ts";
import { frozenFacts } from "../facts/frozen-facts.ts";
import type { TurnWork } from "../turn-work.ts";
import { callSummariser } from "./call-model.ts";
import { compactionPolicy } from "./compaction-policy.ts";
import { flushToDailyLog } from "./flush-memory.ts";

/** How the harness compacts a session of rows. */
export function compactionPorts(
  work: TurnWork,
): Omit<CompactionPorts, "boundary"> & Pick<StepPorts, "recoversFromOverflow"> {
  return {
    recoversFromOverflow: work.turn.settings.recoversFromOverflow,
    planCompaction: (entries, due) => plan(work, entries, due),
    flushMemory: (made) => flush(work, made),
    summarise: (request) => callSummariser(work, request),
    appendCompaction: (entry, made, failure) => append(work, { entry, plan: made, failure }),
  };
}

/** In a thread of its own, with what the newest bundle says of limits. */
async function plan(
  work: TurnWork,
  entries: readonly SessionEntry[],
  due: CompactionDue | "asked",
): Promise<CompactionPlan | undefined> {
  const { model, built, log } = work;
  const { receipt } = built;
  if (receipt === undefined || model.now === undefined) return undefined;
  const { counter, limits } = model.now;
  // The bundle of the same long log was made in one go a moment ago.
  await setImmediate();
  const answer = await askThread({
    kind: "plan",
    entries: entries.map(({ id, parentId, payload }) => ({ id, parentId, payload })),
    counting: counter.counting,
    options: {
      policy: compactionPolicy(limits.windowTokens, work.turn.settings),
      isAsked: due === "asked",
      limitTokens: receipt.messages.limitTokens,
      messageCapChars: receipt.budget.messageCapChars,
      hasResultTool: work.frozen.now.tools.some(({ name }) => name === RESULT_TOOL),
      storedTokens: await counter.storedTokens(log),
    },
  });
  return answer.plan;
}

async function flush(work: TurnWork, made: CompactionPlan): Promise<void> {
  const { deps, turn, log } = work;
  const flushMemory = deps.flushMemory ?? flushToDailyLog;
  try {
    await flushMemory(deps, { claim: turn.claim, sessionId: turn.sessionId, log, plan: made });
  } catch (error) {
    if (isFault(error, "run.stale-fence")) throw error;
    deps.onBug(error, "the memory flush before a compaction");
  }
}

type Append = {
  readonly entry: CompactionEntry;
  readonly plan: CompactionPlan;
  readonly failure: ModelFailure | undefined;
};

/** Entry, epoch, event and daily log are one fenced commit: a crash leaves all of them or none. */
async function append(work: TurnWork, { entry, plan: made, failure }: Append): Promise<void> {
  const { deps, turn, log, step } = work;
  const { claim, sessionId, roots } = turn;
  await fenced(deps, claim, async (tx) => {
    const entryId = await appendCompaction(tx, {
      sessionId,
      loadedSeq: log.at(-1)?.seq ?? 0,
      entry,
      origin: { runId: claim.runId, fence: claim.fence, step: step.now },
      facts: {
        due: made.due,
        cutEntries: made.cutEntryIds.length,
        tokensAfter: made.tokensAfter,
        summaryFailure: failure?.kind,
      },
    });
    const words = entry.details?.["prose"];
    if (entryId === undefined || typeof words !== "string") return;
    await writeDailyLog(tx, { agentId: claim.agentId, kind: "summary", text: words, sessionId, entryId });
  });
  // What was read before the cut is not needed any more, and the new epoch has facts of its own.
  log.length = 0;
  work.memory.now = createHistoryMemory();
  work.frozen.now = await frozenFacts(deps, {
    organizationId: claim.organizationId,
    agentId: claim.agentId,
    sessionId,
    tools: turn.tools.offered.map(({ name, category }) => ({ name, category })),
    home: roots.home,
    environment: deps.environment,
  });
}
