import { COMPACTION_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";

/** What sentences say of work, word for word and oldest first: what is open, and what was decided, planned or ended. */
export type Statements = { readonly open: readonly string[]; readonly settled: readonly string[] };

const OPEN =
  /\b(?:todo|to-do|fixme|pending|open|remain(?:s|ing)?|still|must|needs? to|ha(?:s|ve) to|blocked|blocker|wait(?:s|ing)?|awaiting|not|unresolved|unfinished|follow[- ]?up|promised?|due|deadline|owes?|until|in progress)\b|\[ \]/i;
const ENDED =
  /\b(?:done|complete[d]?|finished|fixed|resolved|cancel+ed|closed|merged|shipped|sent|verified|accepted|rejected|approved)\b|\[x\]/i;
const TOLD =
  /\b(?:decision|decided|conclusion|concluded|important|agreed|because|instead|status|failed|will|should|next|plan(?:ned)?|chose|found)\b/i;

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/;
const WORD = /[\p{L}\p{N}_/#-]+/gu;
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be been but by for from has have i in is it its now of on or our that the their this to was we were with you".split(
    " ",
  ),
);

/** Reads sentences, oldest first. One that says a thing has ended takes an older, open one about the same thing off the list. */
export function readStatements(texts: readonly string[]): Statements {
  const open = new Map<string, ReadonlySet<string>>();
  const settled = new Set<string>();
  for (const sentence of texts.flatMap(sentencesOf)) {
    if (OPEN.test(sentence)) {
      open.delete(sentence);
      open.set(sentence, subjectOf(sentence));
      forgetOldest(open);
    } else if (ENDED.test(sentence)) {
      addNewest(settled, sentence);
      const subject = subjectOf(sentence);
      for (const [about, words] of open) if (isSameSubject(words, subject)) open.delete(about);
    } else if (TOLD.test(sentence)) {
      addNewest(settled, sentence);
    }
  }
  return { open: [...open.keys()], settled: [...settled] };
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) =>
      oneLine(sentence.slice(0, COMPACTION_LIMITS.statementChars * 2), COMPACTION_LIMITS.statementChars),
    )
    .filter((sentence) => sentence !== "");
}

/** More than this no compaction has room for, and each ending is compared with all of them. */
function forgetOldest(open: Map<string, unknown>): void {
  if (open.size <= COMPACTION_LIMITS.openStatements) return;
  for (const oldest of open.keys()) {
    open.delete(oldest);
    return;
  }
}

function addNewest(set: Set<string>, text: string): void {
  set.delete(text);
  set.add(text);
}

/** The words that say what a sentence is about, without those that say how it stands. */
function subjectOf(sentence: string): ReadonlySet<string> {
  const words = sentence.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !PLAIN_WORDS.has(word) && !OPEN.test(word) && !ENDED.test(word)));
}

/** At least half of all their words are in both. */
function isSameSubject(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let both = 0;
  for (const word of one) if (other.has(word)) both += 1;
  return both > 0 && both * 2 >= one.size + other.size - both;
}
