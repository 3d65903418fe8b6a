import { type Fence, FENCE_TOKEN, fenceOf, cutSection, takeFencesOut } from "./fenced-text.ts";
import { parseSteps, type PlacedStep, type Step } from "./step-text.ts";

/** What a task description says, as far as the simulated worker understands it. */
export type TaskText = {
  readonly steps: readonly Step[];
  /** Commands of the acceptance criteria: run last, for evidence. */
  readonly acceptance: readonly Step[];
  /** Steps for a round that was sent back. */
  readonly revision: readonly Step[];
  /** Files named under "Deliverables", or, when there is none, the files the steps write. */
  readonly deliverables: readonly string[];
  /** Open items of a checklist that are no step: explicit work nobody would do. */
  readonly misunderstood: readonly string[];
  /** Acceptance criteria that are no command: nothing here can judge them. */
  readonly unchecked: readonly string[];
};

const REVISION =
  "(?:on|for) revision|(?:when|if) (?:it is |this is |the work is )?sent back|in (?:round 2|the second round)";
const ACCEPTANCE = "acceptance(?: criteria| checks?)?|accepted when|done when";

export function readTaskText(description: string): TaskText {
  const { text, fences } = takeFencesOut(description.replaceAll("\r\n", "\n"));
  const revision = cutSection(text, REVISION, "next-heading");
  const acceptance = cutSection(revision.outside, ACCEPTANCE, "end-of-list");
  const deliverables = cutSection(acceptance.outside, "deliverables?", "end-of-list");
  const main = deliverables.outside.replaceAll(/^[ \t]*[-*][ \t]+\[x\].*$/gim, "");
  const placed = parseSteps(main, fences);
  const criteria = parseSteps(acceptance.inside, fences);
  const steps = placed.map(({ step }) => step);
  const revisionSteps = revisionStepsIn(revision.inside, fences);
  return {
    steps,
    acceptance: withoutRepeats(criteria, steps),
    revision: revisionSteps,
    deliverables: deliverablesOf(deliverables.inside, [...steps, ...revisionSteps]),
    misunderstood: linesWithoutStep(main, placed, /^\s*[-*]\s+\[ \]\s+(.+)$/),
    unchecked: linesWithoutStep(acceptance.inside, criteria, /^\s*(?:[-*]\s+(?:\[.\]\s+)?|\d+\.\s+)?(.*\w.*)$/),
  };
}

/** The steps in a remark, such as a reviewer's reason. */
export function stepsInRemark(remark: string): Step[] {
  const { text, fences } = takeFencesOut(remark);
  return parseSteps(text, fences).map(({ step }) => step);
}

/** The steps of a revision section, or those inside its fenced block when it is nothing else. */
function revisionStepsIn(section: string, fences: readonly Fence[]): Step[] {
  const direct = parseSteps(section, fences).map(({ step }) => step);
  if (direct.length > 0) return direct;
  return [...section.matchAll(new RegExp(FENCE_TOKEN, "g"))].flatMap(([token]) =>
    stepsInRemark(fenceOf(fences, token)?.body ?? ""),
  );
}

function withoutRepeats(criteria: readonly PlacedStep[], steps: readonly Step[]): Step[] {
  const isRepeated = (step: Step): boolean =>
    step.kind === "run" && steps.some((other) => other.kind === "run" && other.command === step.command);
  return criteria.map(({ step }) => step).filter((step) => !isRepeated(step));
}

function deliverablesOf(section: string, steps: readonly Step[]): string[] {
  const named = [...section.matchAll(/`([^`\n]+)`|(?<![\w/.])((?:[\w-]+\/)*[\w-]+\.\w+)/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  const written = steps.flatMap((step) => (step.kind === "write" || step.kind === "edit" ? [step.path] : []));
  return [...new Set(named.length > 0 ? named : written)];
}

function linesWithoutStep(text: string, placed: readonly PlacedStep[], item: RegExp): string[] {
  let start = 0;
  const missed: string[] = [];
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const words = item.exec(line)?.[1];
    const holds = placed.some((step) => step.start <= end && step.end > start);
    if (words !== undefined && !holds) missed.push(words.trim());
    start = end + 1;
  }
  return missed;
}
