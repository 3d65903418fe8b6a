export type DiffLine = { readonly kind: "same" | "added" | "removed"; readonly text: string };

/** The table of common lines has this many cells at most: about a hundredth of a second. */
const MOST_CELLS = 4_000_000;

/** Lines of two texts side by side: what stayed, what went, what came, with the fewest changes. */
export function diffLines(before: string, after: string): DiffLine[] | "too-large" {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const oldPart = old.slice(head, old.length - tail);
  const nowPart = now.slice(head, now.length - tail);
  if (oldPart.length * nowPart.length > MOST_CELLS) return "too-large";
  return [...same(old.slice(0, head)), ...middle(oldPart, nowPart), ...same(old.slice(old.length - tail))];
}

function linesOf(text: string): string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  return text === "" ? [] : lines;
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind: "same", text }));
}

/** The longest common subsequence, walked from its beginning. */
function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const oldLine = old[i];
    const nowLine = now[j];
    if (oldLine !== undefined && oldLine === nowLine) {
      lines.push({ kind: "same", text: oldLine });
      i += 1;
      j += 1;
    } else if (oldLine !== undefined && (nowLine === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: oldLine });
      i += 1;
    } else if (nowLine !== undefined) {
      lines.push({ kind: "added", text: nowLine });
      j += 1;
    }
  }
  return lines;
}
