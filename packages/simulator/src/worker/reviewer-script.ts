import type { ReviewBrief } from "./brief.ts";
import { exitCodeOf } from "./exit-code.ts";
import { type Acting, ask, look, type Script } from "./script.ts";
import { quoted, showsStatus, tagged } from "./situation.ts";
import { readPartsText } from "./parts-text.ts";
import { readTaskText } from "./task-text.ts";
import type { Toolbox } from "./toolbox.ts";

type Findings = { readonly good: readonly string[]; readonly bad: readonly string[] };

/** The reviewer: opens the task and every deliverable, runs the acceptance command, and decides exactly once. */
export function* reviewerScript(brief: ReviewBrief, tools: Toolbox): Script {
  const get = tools.call("getTask", { taskId: brief.taskId });
  if (get !== undefined) yield* look(tagged(`I review ${brief.key}, round ${brief.round}: first the task.`), get);
  const read = yield* readDeliverables(brief, tools);
  const ran = yield* runAcceptance(brief, tools);
  const bad = [...brief.failedChecks.map((check) => `check ${quoted(check)}`), ...read.bad, ...ran.bad];
  const good = [...brief.passedChecks.map((check) => `check ${quoted(check, 200)}`), ...read.good, ...ran.good];
  return yield* decide(brief, tools, { good, bad });
}

function* readDeliverables(brief: ReviewBrief, tools: Toolbox): Acting<Findings> {
  const reads = brief.deliverables.flatMap((path) => {
    const call = path.endsWith("/") ? tools.call("list", { path }) : tools.call("read", { path });
    return call === undefined ? [] : [{ path, call }];
  });
  if (reads.length === 0) return { good: [], bad: [] };
  const answer = yield { say: tagged("I read what was handed over."), calls: reads.map(({ call }) => call) };
  const good: string[] = [];
  const bad: string[] = [];
  for (const [at, { path, call }] of reads.entries()) {
    const first = answer.outcomes[at];
    const isLost = first === undefined || first.state === "unknown";
    const outcome = isLost ? yield* look(tagged(`I read ${path} once more: that call was interrupted.`), call) : first;
    if (outcome.state === "done") good.push(`read ${path} (${Buffer.byteLength(outcome.text)} bytes)`);
    if (outcome.state === "failed") bad.push(`${path} cannot be read: ${quoted(outcome.text)}`);
  }
  return { good, bad };
}

function* runAcceptance(brief: ReviewBrief, tools: Toolbox): Acting<Findings> {
  const good: string[] = [];
  const bad: string[] = [];
  // What a part says about its acceptance was judged with the part.
  for (const step of readTaskText(readPartsText(brief.description).rest).acceptance) {
    const call = step.kind === "run" ? tools.call("run", { command: step.command }) : undefined;
    if (step.kind !== "run" || call === undefined) continue;
    const outcome = yield* look(tagged(`I run the acceptance command: ${step.command}`), call);
    const code = exitCodeOf(outcome.text);
    const line = `\`${step.command}\` answered: ${quoted(outcome.text)}`;
    if (outcome.state === "done" && (code ?? 0) === 0) good.push(line);
    if (outcome.state === "failed" || (code ?? 0) !== 0) bad.push(line);
  }
  return { good, bad };
}

function* decide(brief: ReviewBrief, tools: Toolbox, { good, bad }: Findings): Acting<string> {
  const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");
  const isGood = bad.length === 0;
  const note = isGood
    ? tagged(
        `Accepted in round ${brief.round}. What I verified:\n${good.length === 0 ? "- nothing could be opened or run" : list(good)}`,
      )
    : tagged(`Sent back in round ${brief.round}. These must be put right:\n${list(bad)}`);
  const status = isGood ? "completed" : "in_progress";
  const verdict = tools.call("update", { taskId: brief.taskId, status, note });
  if (verdict === undefined) return tagged(`I have no tool to decide with. ${note}`);
  const say = tagged(isGood ? "Nothing failed: I accept." : "Something failed: I send it back.");
  let outcome = yield* ask(say, verdict);
  while (outcome.state === "unknown") {
    const get = tools.call("getTask", { taskId: brief.taskId });
    const task = get === undefined ? undefined : yield* look(tagged("I look whether my verdict was taken."), get);
    const isOpen = task?.state === "done" && showsStatus(task.text, "review");
    outcome = isOpen ? yield* ask(say, verdict) : { state: "done", text: "" };
  }
  if (outcome.state === "done") return tagged(`${brief.key} is ${isGood ? "accepted" : "sent back"}.`);
  return tagged(`My verdict on ${brief.key} was not taken, and I do not repeat it: ${quoted(outcome.text)}`);
}
