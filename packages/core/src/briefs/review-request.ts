import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { readTemplate } from "../text/read-text.ts";
import type { ReviewRequestFacts } from "./brief-facts.ts";
import { checkResultLines, deliverableLines, newest, remarkLines, titled } from "./brief-lines.ts";

const fill = readTemplate(new URL("./review-request.md", import.meta.url), [
  "id",
  "key",
  "title",
  "round",
  "author",
  "workspace",
  "description",
  "summary",
  "knownIssues",
  "deliverables",
  "checks",
  "earlierVerdicts",
  "notes",
]);

/** What a reviewer gets: the task, what was handed over, what the server found, and how to decide. */
export function renderReviewRequest(facts: ReviewRequestFacts): string {
  const { task, deliverables } = facts;
  const listed = deliverables.slice(0, PROMPT_LIMITS.reviewerFiles);
  const hidden = deliverables.length - listed.length;
  return fill({
    id: task.id,
    key: task.key,
    title: task.title,
    round: String(facts.round),
    author: facts.authorName,
    workspace: facts.workspace === undefined ? "" : `Submitted files: ${facts.workspace}`,
    description: task.description,
    summary: facts.summary,
    knownIssues: titled("Known issues, as the author tells them:", lines(facts.knownIssues)),
    deliverables: titled("Deliverables:", [
      ...deliverableLines(listed),
      ...(hidden > 0 ? [`  … and ${hidden} more in the submitted files`] : []),
    ]),
    checks: titled("Check results:", checkResultLines(facts.checks)),
    earlierVerdicts: titled(
      "Sent back before:",
      facts.earlierVerdicts.map(
        ({ round, reason }) => `- round ${round}: ${oneLine(reason, PROMPT_LIMITS.revisionReasonChars)}`,
      ),
    ),
    notes: titled(
      "Latest notes on the task:",
      remarkLines(newest(facts.notes, PROMPT_LIMITS.reviewerNotes), {
        newest: PROMPT_LIMITS.reviewerNotes,
        chars: PROMPT_LIMITS.taskNoteChars,
      }),
    ),
  });
}

function lines(text: string | undefined): readonly string[] {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? [] : [trimmed];
}
