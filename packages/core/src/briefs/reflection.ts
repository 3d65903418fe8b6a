import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { readTemplate } from "../text/read-text.ts";
import type { ReflectionFacts } from "./brief-facts.ts";
import { remarkLines, titled } from "./brief-lines.ts";

const PLACEHOLDERS = ["key", "title", "id", "rounds", "duration", "summary", "notes", "lessonTool"] as const;
const fillAccepted = readTemplate(new URL("./reflection-accepted.md", import.meta.url), PLACEHOLDERS);
const fillRevised = readTemplate(new URL("./reflection-revised.md", import.meta.url), [...PLACEHOLDERS, "revisions"]);

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** After a task was accepted. A task that was sent back asks what went wrong, another what worked (M86). */
export function renderReflection(facts: ReflectionFacts): string {
  const shared = {
    ...facts.task,
    rounds: String(facts.rounds),
    duration: durationLabel(facts.durationMs),
    summary: facts.summary,
    notes: titled(
      "Notes written on the way:",
      remarkLines(facts.notes, { newest: PROMPT_LIMITS.reviewerNotes, chars: PROMPT_LIMITS.taskNoteChars }),
    ),
    lessonTool: facts.lessonTool,
  };
  if (facts.revisions.length === 0) return fillAccepted(shared);
  const reasons = facts.revisions.map(
    ({ round, reason }) => `- round ${round}: ${oneLine(reason, PROMPT_LIMITS.revisionReasonChars)}`,
  );
  return fillRevised({ ...shared, revisions: titled("Sent back because:", reasons) });
}

function durationLabel(ms: number): string {
  if (ms < MINUTE_MS) return "under a minute";
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}
