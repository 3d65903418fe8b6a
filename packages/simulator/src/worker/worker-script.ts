import { carryOut } from "./carry-out.ts";
import { decline, evidenceOf, giveUp, readBack, submit } from "./endings.ts";
import { strikeOutOld } from "./lifted-block.ts";
import type { Acting, Script } from "./script.ts";
import { type Situation, tagged } from "./situation.ts";
import type { Step } from "./step-text.ts";
import { readTaskText, stepsInRemark, type TaskText } from "./task-text.ts";

const LITERAL_ONLY = "Only the literal steps above were carried out; I judge nothing beyond them.";

/** The worker: carries out the steps of its task's text, one per reply, and submits what it can show. */
export function* workerScript(situation: Situation): Script {
  const text = readTaskText(situation.brief.description);
  const plan = planOf(situation, text);
  if (typeof plan === "string") return yield* decline(situation, plan);
  yield* strikeOutOld(situation, [...plan, ...text.acceptance]);
  return yield* finish(situation, text, { steps: plan, isRevised: situation.brief.sentBack !== undefined });
}

/** Carries out steps, reads the deliverables back and submits; a refused submit gets one try with the revision steps. */
export function* finish(
  situation: Situation,
  text: TaskText,
  work: {
    readonly steps: readonly Step[];
    readonly isRevised: boolean;
    /** Evidence from before the steps. */
    readonly lead?: string;
  },
): Acting<string> {
  const steps = [...work.steps, ...text.acceptance];
  const carried = yield* carryOut(situation, steps);
  if (carried.failure !== undefined) return yield* giveUp(situation, carried.failure);
  const { read, failures } = yield* readBack(situation, text.deliverables, carried.closing);
  const [unread] = failures;
  if (unread !== undefined) return yield* giveUp(situation, unread);
  const { key, round } = situation.brief;
  const evidence = [work.lead ?? "", evidenceOf(carried.done, read)].filter((lines) => lines !== "").join("\n");
  const summary = tagged(`${key}, round ${round}: ${steps.length} steps.\n${evidence}\n${LITERAL_ONLY}`);
  const knownIssues = text.unchecked.length === 0 ? undefined : `Not checked by me: ${text.unchecked.join("; ")}`;
  const refused = yield* submit(situation, { summary, files: read, knownIssues, steps });
  if (refused === undefined) return tagged(`${key} is submitted for review (round ${round}).`);
  if (work.isRevised || text.revision.length === 0) return yield* giveUp(situation, refused);
  return yield* finish(situation, text, { steps: text.revision, isRevised: true });
}

/** The steps of this round, or why there are none. */
export function planOf({ brief }: Situation, text: TaskText): readonly Step[] | string {
  if (brief.sentBack !== undefined) {
    const steps = text.revision.length > 0 ? text.revision : stepsInRemark(brief.sentBack);
    return steps.length > 0
      ? steps
      : `The work was sent back, and neither the task's section "When sent back" nor the reviewer's reason holds a step I can carry out.`;
  }
  const [unknown] = text.misunderstood;
  if (unknown !== undefined) return `I do not understand this item of the checklist: "${unknown}".`;
  return text.steps.length > 0 ? text.steps : "I found no step in this task that I can carry out.";
}
