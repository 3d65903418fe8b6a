import { PROMPT_LIMITS } from "@cadre/shared";
import type { DeliverableFacts } from "../situation-facts.ts";
import { cutText, oneLine } from "../text/cut-text.ts";

/** One line each, together within the cap. */
export function deliverableLines(deliverables: readonly DeliverableFacts[]): string {
  const lines = deliverables.map((deliverable) => {
    const title = oneLine(deliverable.title, PROMPT_LIMITS.deliverableTitleChars);
    const summary = oneLine(deliverable.summary ?? "", PROMPT_LIMITS.deliverablePreviewChars);
    return `- ${title} (${deliverable.type} ${deliverable.reference})${summary === "" ? "" : `: ${summary}`}`;
  });
  return cutText(lines.join("\n"), PROMPT_LIMITS.deliverablesChars);
}
