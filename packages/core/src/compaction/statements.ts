import { COMPACTION_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";

/** Words of what is still to do, what was decided, and how something ended. */
const TELLING =
  /\b(?:todo|to-do|pending|open|remain(?:s|ing)?|next|must|needs? to|needed|ha(?:s|ve) to|should|will|blocked|blocker|wait(?:s|ing)?|awaiting|not yet|unresolved|follow[- ]?up|promised?|due|deadline|owes?|plan(?:ned)?|decision|decided|conclusion|concluded|important|agreed|done|complete[d]?|finished|fixed|resolved|cancel+ed|failed|verified|accepted|rejected|approved|status|because|instead)\b|\[[ x]\]/i;

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/;

/** The sentences of a text that say what is to be done, was decided or has ended, word for word and in order. */
export function statementsOf(text: string): readonly string[] {
  return text
    .split(SENTENCE_END)
    .filter((sentence) => TELLING.test(sentence.slice(0, COMPACTION_LIMITS.statementChars)))
    .map((sentence) => oneLine(sentence, COMPACTION_LIMITS.statementChars))
    .filter((sentence) => sentence !== "");
}
