import { canonicalJson, type JsonObject } from "@cadre/shared";
import type { PolicyBlock, PolicyReply, TranscriptTurn } from "../policy.ts";

/** Begins every text of the simulated worker, so that nobody takes it for a model's. */
export const WORKER_TAG = "[simulated worker]";

export type ToolCall = { readonly name: string; readonly input: JsonObject };

/** What a tool answered. `unknown` means the call was interrupted and may have taken effect. */
export type Outcome = { readonly state: "done" | "failed" | "unknown"; readonly text: string };

/** One reply: a text with calls, or, without calls, a text that ends the turn until something new is said. */
type Move = { readonly say: string; readonly calls: readonly ToolCall[] };

/** What came of a move: one outcome per call, or the text that was said after a turn ended. */
type Answer = { readonly outcomes: readonly Outcome[]; readonly heard: string };

export type Acting<Result> = Generator<Move, Result, Answer>;

/** A role as a program of moves; its return value is the last text. */
export type Script = Acting<string>;

const UNKNOWN = /check before (?:you )?repeat|outcome (?:of this call )?(?:is )?(?:unknown|not known)/i;

/**
 * Replays a script against the transcript and answers with its first move that is not there yet. All state is in the
 * transcript, so the same request always gets the same reply, before and after a restart.
 */
export function playScript(script: Script, turns: readonly TranscriptTurn[]): PolicyReply {
  let from = 0;
  let step = script.next();
  while (step.done !== true) {
    const found = findMove(turns, from, step.value);
    if (found.missing !== undefined) return replyOf(found.missing);
    from = found.next;
    step = script.next(found.answer);
  }
  return replyOf({ say: step.value, calls: [] });
}

type Found =
  { readonly missing: Move } | { readonly missing: undefined; readonly next: number; readonly answer: Answer };

function findMove(turns: readonly TranscriptTurn[], from: number, move: Move): Found {
  if (move.calls.length === 0) return findSaying(turns, from, move);
  const taken = new Set<number>();
  const outcomes: Outcome[] = [];
  const missing: ToolCall[] = [];
  for (const call of move.calls) {
    const at = turns.findIndex((turn, place) => place >= from && !taken.has(place) && isCall(turn, call));
    const turn = turns[at];
    if (turn?.role !== "call") {
      missing.push(call);
      continue;
    }
    taken.add(at);
    outcomes.push(outcomeOf(turns, turn.id));
  }
  if (missing.length > 0) return { missing: { say: move.say, calls: missing } };
  return { missing: undefined, next: Math.max(...taken) + 1, answer: { outcomes, heard: "" } };
}

function findSaying(turns: readonly TranscriptTurn[], from: number, move: Move): Found {
  const said = turns.findIndex((turn, at) => at >= from && turn.role === "assistant" && turn.text.includes(move.say));
  if (said < 0) return { missing: move };
  const after = turns.slice(said + 1);
  const end = after.findIndex((turn) => turn.role !== "user");
  const heard = (end < 0 ? after : after.slice(0, end)).flatMap((turn) =>
    turn.role === "user" && turn.opens ? [turn.text] : [],
  );
  if (heard.length === 0) return { missing: move };
  return { missing: undefined, next: said + 1, answer: { outcomes: [], heard: heard.join("\n\n") } };
}

function isCall(turn: TranscriptTurn, call: ToolCall): boolean {
  return turn.role === "call" && turn.name === call.name && canonicalJson(turn.input) === canonicalJson(call.input);
}

/** True when this very call stands anywhere in the transcript. */
export function hasCall(turns: readonly TranscriptTurn[], call: ToolCall): boolean {
  return turns.some((turn) => isCall(turn, call));
}

function outcomeOf(turns: readonly TranscriptTurn[], callId: string): Outcome {
  const result = turns.find((turn) => turn.role === "result" && turn.callId === callId);
  if (result?.role !== "result") return { state: "unknown", text: "" };
  const { text, isError } = result;
  if (isError && (UNKNOWN.test(text) || text.startsWith("interrupted:"))) return { state: "unknown", text };
  return { state: isError ? "failed" : "done", text };
}

function replyOf(move: Move): PolicyReply {
  const calls = move.calls.map(({ name, input }): PolicyBlock => ({ type: "call", name, input }));
  return { blocks: [{ type: "text", text: move.say }, ...calls] };
}

/** Makes one call that only reads, and makes it again as often as it is interrupted. */
export function* look(say: string, call: ToolCall): Acting<Outcome> {
  for (;;) {
    const outcome = yield* ask(say, call);
    if (outcome.state !== "unknown") return outcome;
  }
}

/** Makes one call and hands back its outcome. */
export function* ask(say: string, call: ToolCall): Acting<Outcome> {
  const answer = yield { say, calls: [call] };
  return answer.outcomes[0] ?? { state: "unknown", text: "" };
}
