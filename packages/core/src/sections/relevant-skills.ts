import type { SkillFacts } from "../situation-facts.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** In a name a word says more than in a category, there more than in a description. */
const WEIGHTS = { name: 3, category: 2, description: 1 } as const;
const SHORTEST_WORD_CHARS = 2;

type Words = Readonly<Record<keyof typeof WEIGHTS, ReadonlySet<string>>>;

/**
 * The skills that share most words with the query, best first; equal ones by name. A word that many skills have says little, so that
 * no list of idle words is needed. Whatever order they come in, the answer is the same; without a query it is the alphabet.
 */
export function relevantSkills(skills: readonly SkillFacts[], query: string, most: number): readonly SkillFacts[] {
  const asked = wordsOf(query);
  const read = skills.map((skill) => ({ skill, words: askedWords(skill, asked) }));
  const spread = new Map<string, number>();
  for (const { words } of read) {
    const all = new Set([...words.name, ...words.category, ...words.description]);
    for (const word of all) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  return read
    .map(({ skill, words }) => ({ skill, score: scoreOf(words, spread) }))
    .toSorted((a, b) => b.score - a.score || compare(keyOf(a.skill), keyOf(b.skill)))
    .slice(0, most)
    .map(({ skill }) => skill);
}

function askedWords({ name, category, description }: SkillFacts, asked: ReadonlySet<string>): Words {
  const shared = (text: string): ReadonlySet<string> => {
    return new Set([...wordsOf(text)].filter((word) => asked.has(word)));
  };
  return { name: shared(name), category: shared(category), description: shared(description) };
}

function scoreOf(words: Words, spread: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const field of ["name", "category", "description"] as const) {
    for (const word of words[field]) score += WEIGHTS[field] / (spread.get(word) ?? 1);
  }
  return score;
}

/** Words in lower case. Scripts that put no space between words are read in pairs of characters. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const characters = Array.from(word);
    if (!UNSPACED.test(word)) {
      if (characters.length >= SHORTEST_WORD_CHARS) words.add(word);
      continue;
    }
    for (let at = 0; at + 1 < characters.length; at += 1) words.add(`${characters[at]}${characters[at + 1]}`);
  }
  return words;
}

function keyOf({ name, category, description }: SkillFacts): string {
  return [name, category, description].join("\n");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
