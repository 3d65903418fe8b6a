/** Where two texts differ: what both begin with and end with is only counted. */
export type ChangedLines = {
  readonly sameBefore: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly sameAfter: number;
};

/** The lines between the common beginning and the common end of two texts. */
export function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const most = Math.min(old.length, now.length);
  let front = 0;
  while (front < most && old[front] === now[front]) front += 1;
  let back = 0;
  while (back < most - front && old.at(-1 - back) === now.at(-1 - back)) back += 1;
  return {
    sameBefore: front,
    removed: old.slice(front, old.length - back),
    added: now.slice(front, now.length - back),
    sameAfter: back,
  };
}
