import type { ContextBundle, SummaryRequest } from "@cadre/core";
import { type Message, promptTokens, userText } from "@cadre/domain";
import type { ModelAnswer } from "@cadre/harness";
import { CATALOGUE, HEARTBEAT_RETRY, modelFailure, type RouteTarget, TURN_RETRY } from "@cadre/llm-router";
import { canonicalJson, isFault, PROMPT_LIMITS } from "@cadre/shared";
import { countTexts } from "../../count-entry.ts";
import type { TurnWork } from "../turn-work.ts";
import { summaryTargets } from "./summary-targets.ts";

/** The step's own call, with its receipt. What the reply reports calibrates the counts of its model. */
export async function callModel(work: TurnWork, bundle: ContextBundle): Promise<ModelAnswer> {
  const { deps, turn, control } = work;
  const { claim } = turn;
  const { targets, failure } = work.aim.now;
  if (failure !== undefined) return { kind: "failed", failure };
  const step = work.step.now + 1;
  const countedTokens = await countedOf(work, bundle);
  const kept = work.promptTexts.keep(claim.organizationId, bundle.texts);
  const answer = await deps.router.route(
    {
      model: modelOf(targets),
      system: bundle.system,
      tools: bundle.tools,
      toolsCached: bundle.toolsCached,
      messages: bundle.messages,
      cachedMessages: bundle.cachedMessages,
      tail: bundle.tail,
      cacheKey: turn.sessionId,
    },
    {
      account: {
        claim,
        step,
        purpose: "main",
        receipt: canonicalJson({ hashes: bundle.hashes, ...bundle.receipt }),
        countedTokens,
      },
      targets,
      signal: control.signal,
      retry: turn.scenario.retry === "heartbeat" ? HEARTBEAT_RETRY : TURN_RETRY,
      onDelta: (delta) => {
        if (delta.type === "text-delta") deps.deltas.write({ claim, step, kind: "text", text: delta.text });
        if (delta.type === "thinking-delta") deps.deltas.write({ claim, step, kind: "thinking", text: delta.text });
        if (delta.type === "call-start") deps.deltas.write({ claim, step, kind: "call", text: delta.name });
      },
    },
  );
  await kept;
  if (answer.kind !== "reply") return { kind: "failed", failure: answer.failure };
  // Another model may have answered in its place: the ledger knows.
  const isMeant = answer.tried.length === 0;
  work.sent = isMeant ? { receipt: bundle.receipt } : {};
  if (isMeant && countedTokens !== undefined) {
    const reportedTokens = promptTokens(answer.reply.usage);
    work.counters.report(claim.organizationId, modelOf(targets), { countedTokens, reportedTokens });
  }
  return { kind: "reply", reply: answer.reply };
}

/**
 * The call that adds words to a compaction: the cheapest model first, reserved, recorded and stopped like every call. A bug on the way costs
 * the words, not the turn (M27). Faults: `run.stale-fence`.
 */
export async function callSummariser(work: TurnWork, request: SummaryRequest): Promise<ModelAnswer> {
  const { deps, turn, control } = work;
  const { claim } = turn;
  const targets = summaryTargets(work.aim.now.targets, deps.catalogue ?? CATALOGUE, deps.now());
  try {
    const answer = await deps.router.route(
      {
        model: modelOf(targets),
        system: [{ tier: 1, text: request.system, cached: false }],
        tools: [],
        toolsCached: false,
        messages: [userText(request.text)],
        cachedMessages: [],
        tail: "",
        maxOutputTokens: request.maxOutputTokens,
        temperature: request.temperature,
      },
      {
        account: { claim, step: work.step.now + 1, purpose: "summary" },
        targets,
        signal: control.signal,
        retry: TURN_RETRY,
        onDelta: () => undefined,
      },
    );
    return answer.kind === "reply"
      ? { kind: "reply", reply: answer.reply }
      : { kind: "failed", failure: answer.failure };
  } catch (error) {
    if (isFault(error, "run.stale-fence")) throw error;
    deps.onBug(error, "the summary of a compaction");
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failed", failure: modelFailure({ kind: "server", message }) };
  }
}

/** What a call counts before calibration; undefined where counts are exact and need none. */
async function countedOf(
  work: TurnWork,
  { receipt, system, tools, messages, tail }: ContextBundle,
): Promise<number | undefined> {
  const { counter } = work.model.now ?? {};
  if (counter?.counting.reports === undefined) return undefined;
  const { budget } = receipt;
  const total = budget.systemTokens + budget.toolsTokens + receipt.messages.tokens;
  if (counter.ratio !== undefined) return Math.round(total / counter.ratio);
  const texts = [...system.map(({ text }) => text), canonicalJson(tools), tail, ...messages.flatMap(textsOf)];
  const tokens = await countTexts(texts);
  return tokens + messages.length * PROMPT_LIMITS.messageOverheadTokens;
}

/** What a message is counted by. */
function textsOf({ content }: Message): string[] {
  return content.flatMap((block) => {
    switch (block.type) {
      case "image":
        return [];
      case "tool-call":
        return [block.callId, block.name, canonicalJson(block.args)];
      case "tool-result":
        return [block.callId, block.text];
      default:
        return [block.text];
    }
  });
}

function modelOf([first]: readonly RouteTarget[]): { provider: string; model: string } {
  return { provider: first?.provider ?? "none", model: first?.model ?? "none" };
}
