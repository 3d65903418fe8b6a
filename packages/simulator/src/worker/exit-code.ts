/** The exit code a shell result ends with, or undefined when it names none. */
export function exitCodeOf(text: string): number | undefined {
  const found = /^exit code:?\s*(-?\d+)\s*$/im.exec(text.trimEnd().split("\n").at(-1) ?? "");
  return found === null ? undefined : Number(found[1]);
}
