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
/** A word that names one thing among others of its kind. */
const NUMBERED = /\p{N}/u;
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be been but by for from has have i in is it its now of on or our that the their this to was we were with you".split(
    " ",
  ),
);

/** Reads sentences, oldest first. One that says a thing has ended takes an older, open one about the same thing off the list. */
export function readStatements(texts: readonly string[]): Statements {
  const open = new OpenStatements();
  const settled = new Set<string>();
  for (const text of texts) {
    for (const sentence of sentencesOf(text)) {
      if (OPEN.test(sentence)) open.add(sentence);
      else if (ENDED.test(sentence)) {
        addNewest(settled, sentence);
        open.close(sentence);
      } else if (TOLD.test(sentence)) addNewest(settled, sentence);
    }
  }
  return { open: open.oldestFirst(), settled: [...settled] };
}

const NONE: ReadonlySet<string> = new Set();

/** What is open, found by the words it is about, so that an end is compared with what shares a word only. */
class OpenStatements {
  readonly #subjects = new Map<string, ReadonlySet<string>>();
  readonly #byWord = new Map<string, Set<string>>();
  readonly #isTelling = new Map<string, boolean>();

  add(sentence: string): void {
    this.#remove(sentence);
    const subject = this.#subjectOf(sentence);
    this.#subjects.set(sentence, subject);
    for (const word of subject) {
      const sentences = this.#byWord.get(word);
      if (sentences === undefined) this.#byWord.set(word, new Set([sentence]));
      else sentences.add(sentence);
    }
    this.#forgetOldest();
  }

  /** Takes off what is about the same: at least half of all their words are in both, and all that the open one calls by a number. */
  close(end: string): void {
    const subject = this.#subjectOf(end);
    for (const sentence of this.#candidates(subject)) {
      const about = this.#subjects.get(sentence) ?? subject;
      const both = [...about].reduce((count, word) => count + (subject.has(word) ? 1 : 0), 0);
      if (both * 2 >= about.size + subject.size - both && isNamedIn(about, subject)) this.#remove(sentence);
    }
  }

  /** What may be about the same: it has half of these words, so it has one of the rarer ones, which few others have. */
  #candidates(subject: ReadonlySet<string>): ReadonlySet<string> {
    const places = [...subject].map((word) => this.#byWord.get(word) ?? NONE).toSorted((a, b) => a.size - b.size);
    const found = new Set<string>();
    for (const sentences of places.slice(0, Math.floor(subject.size / 2) + 1)) {
      for (const sentence of sentences) found.add(sentence);
    }
    return found;
  }

  oldestFirst(): readonly string[] {
    return [...this.#subjects.keys()];
  }

  #remove(sentence: string): void {
    for (const word of this.#subjects.get(sentence) ?? []) this.#byWord.get(word)?.delete(sentence);
    this.#subjects.delete(sentence);
  }

  /** More than this no compaction has room for. */
  #forgetOldest(): void {
    if (this.#subjects.size <= COMPACTION_LIMITS.openStatements) return;
    const [oldest] = this.#subjects.keys();
    if (oldest !== undefined) this.#remove(oldest);
  }

  /** The words that say what a sentence is about, without those that say how it stands. */
  #subjectOf(sentence: string): ReadonlySet<string> {
    const words = sentence.toLowerCase().match(WORD) ?? [];
    return new Set(words.filter((word) => this.#tells(word)));
  }

  #tells(word: string): boolean {
    const known = this.#isTelling.get(word);
    if (known !== undefined) return known;
    const tells = NUMBERED.test(word) || !(PLAIN_WORDS.has(word) || OPEN.test(word) || ENDED.test(word));
    this.#isTelling.set(word, tells);
    return tells;
  }
}

function isNamedIn(about: ReadonlySet<string>, subject: ReadonlySet<string>): boolean {
  return [...about].every((word) => subject.has(word) || !NUMBERED.test(word));
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) =>
      oneLine(sentence.slice(0, COMPACTION_LIMITS.statementChars * 2), COMPACTION_LIMITS.statementChars),
    )
    .filter((sentence) => sentence !== "");
}

function addNewest(set: Set<string>, text: string): void {
  set.delete(text);
  set.add(text);
}
