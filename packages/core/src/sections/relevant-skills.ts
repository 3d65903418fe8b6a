import type { SkillFacts } from "../situation-facts.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** In a name a word says more than in a category, there more than in a description. */
const WEIGHTS = { name: 3, category: 2, description: 1 } as const;
const SHORTEST_WORD_CHARS = 3;

/**
 * The skills that share most words with the query, best first; equal ones by name. Whatever order they come in, the answer is the
 * same. Without a query it is the alphabet.
 */
export function relevantSkills(skills: readonly SkillFacts[], query: string, most: number): readonly SkillFacts[] {
  const asked = wordsOf(query);
  return skills
    .map((skill) => ({ skill, score: scoreOf(skill, asked) }))
    .toSorted((a, b) => b.score - a.score || compare(keyOf(a.skill), keyOf(b.skill)))
    .slice(0, most)
    .map(({ skill }) => skill);
}

function scoreOf(skill: SkillFacts, asked: ReadonlySet<string>): number {
  let score = 0;
  for (const field of ["name", "category", "description"] as const) {
    for (const word of wordsOf(skill[field])) if (asked.has(word)) score += WEIGHTS[field];
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
