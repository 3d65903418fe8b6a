const SHOWN = 5;

/** The known names closest to a wrong one, best first; none when nothing is close. */
export function nearNames(wrong: string, known: readonly string[]): readonly string[] {
  return known
    .map((name) => ({ name, distance: nameDistance(wrong.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= name.length / 2)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ name }) => name);
}

/** Edit distance, or zero-cost word order: `read_file` is close to `file_read`. */
function nameDistance(wrong: string, name: string): number {
  return Math.min(editDistance(wrong, name), 1 + editDistance(sortedWords(wrong), sortedWords(name)));
}

function sortedWords(name: string): string {
  return name
    .split(/[^a-z0-9]+/)
    .sort()
    .join("_");
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
