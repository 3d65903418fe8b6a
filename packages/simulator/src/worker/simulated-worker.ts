import type { PolicyReply, PolicyRequest } from "../policy.ts";
import { readOpening } from "./brief.ts";
import { estimateTokens } from "../provider/token-estimate.ts";
import { afterLiftedBlocks } from "./lifted-block.ts";
import { managerScript } from "./manager-script.ts";
import { readPartsText } from "./parts-text.ts";
import { reviewerScript } from "./reviewer-script.ts";
import { playScript, type Script } from "./script.ts";
import { sessionSummary } from "./session-summary.ts";
import { type Situation, tagged } from "./situation.ts";
import { Toolbox } from "./toolbox.ts";
import { workerScript } from "./worker-script.ts";

const HEARTBEAT_ANSWER = "HEARTBEAT_OK";

/**
 * The simulated worker: a pure function of a request, not a model. It plays the manager, the worker or the reviewer, whichever
 * the request asks for, and does only what the task's text says in words it knows.
 */
export function simulatedWorker(request: PolicyRequest): PolicyReply {
  const summary = sessionSummary(request);
  if (summary !== undefined) return said(tagged(summary));
  const { about, turns } = readOpening(request.turns);
  const tools = new Toolbox(request.tools);
  switch (about.kind) {
    case "heartbeat":
      return said(HEARTBEAT_ANSWER);
    case "other":
      return said(tagged("I am a scripted stand-in, not a language model, and have nothing to add here."));
    case "review":
      return fitted(playScript(reviewerScript(about, tools), turns), request.maxTokens);
    case "task":
      return fitted(taskMove({ ...afterLiftedBlocks(about, turns), tools }, request.system), request.maxTokens);
  }
}

function taskMove(situation: Situation, system: string): PolicyReply {
  return playScript(taskScript(situation, system), situation.turns);
}

function taskScript(situation: Situation, system: string): Script {
  const parts = readPartsText(situation.brief.description);
  const mayDelegate = situation.tools.has("createTask") && !/\bposition\W{1,4}worker\b/i.test(system);
  return parts.parts.length > 0 && mayDelegate ? managerScript(situation, parts) : workerScript(situation);
}

/** A reply longer than it may be would come back cut, again and again: saying so ends that. */
function fitted(reply: PolicyReply, maxTokens: number): PolicyReply {
  const tokens = estimateTokens(JSON.stringify(reply.blocks));
  const isCall = reply.blocks.some((block) => block.type === "call");
  if (tokens <= maxTokens || !isCall) return reply;
  return said(
    tagged(`My next call takes about ${tokens} tokens, and a reply may have ${maxTokens}. I cannot make it shorter.`),
  );
}

function said(text: string): PolicyReply {
  return { blocks: [{ type: "text", text }] };
}
