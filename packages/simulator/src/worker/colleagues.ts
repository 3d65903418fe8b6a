/** A colleague as a listing shows one: its id and the words around it. */
export type Colleague = { readonly id: string; readonly words: string };

const ROLES = ["manager", "reviewer"];

/** Reads colleagues out of a listing: JSON, or lines and paragraphs that each hold one agent id. */
export function readColleagues(listing: string): Colleague[] {
  const entries = listing.split(/\n(?=[ \t]*(?:[-*•{]|\d+\.))|\n[ \t]*\n|\},\s*(?=\{)/);
  return entries.flatMap((words) => {
    const id = /\bagt_\w+/.exec(words)?.[0];
    return id === undefined ? [] : [{ id, words }];
  });
}

/** The colleague meant by an id, a name or a role. Among several a plain one is preferred to a manager or reviewer. */
export function findColleague(colleagues: readonly Colleague[], wanted: string): Colleague | undefined {
  const word = new RegExp(`(?<![\\w-])${wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\w-])`, "i");
  const matching = colleagues.filter(({ id, words }) => id === wanted || word.test(words));
  const others = ROLES.filter((role) => role !== wanted.toLowerCase());
  const hasOtherRole = ({ words }: Colleague): boolean =>
    others.some((role) => new RegExp(`\\b${role}\\b`, "i").test(words));
  const isSelf = ({ words }: Colleague): boolean => /\(you\)|\byourself\b/i.test(words);
  return (
    matching.find((one) => !isSelf(one) && !hasOtherRole(one)) ?? matching.find((one) => !isSelf(one)) ?? matching[0]
  );
}
