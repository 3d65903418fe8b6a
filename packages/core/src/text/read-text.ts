import { readFileSync } from "node:fs";

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Reads a prose file at load. Fails if it has a placeholder: then it is a template. */
export function readText(url: URL): string {
  const text = readFileSync(url, "utf8").trim();
  assertPlaceholders(url, text, []);
  return text;
}

/**
 * Reads a template at load and fails if its `{{placeholders}}` are not exactly `names`. The result fills them in one pass: a filled
 * value is never read as a template. A line whose only content is a placeholder disappears when its value is empty.
 */
export function readTemplate<const Name extends string>(
  url: URL,
  names: readonly Name[],
): (values: Readonly<Record<Name, string>>) => string {
  const text = readFileSync(url, "utf8").trim();
  assertPlaceholders(url, text, names);
  return (values) => {
    const known: Readonly<Record<string, string>> = values;
    const lines = text.split("\n").filter((line) => !isEmptied(line, known));
    return lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .replaceAll(PLACEHOLDER, (_, name: string) => known[name] ?? "")
      .trim();
  };
}

function isEmptied(line: string, values: Readonly<Record<string, string>>): boolean {
  const name = /^\{\{(\w+)\}\}$/.exec(line)?.[1];
  return name !== undefined && values[name] === "";
}

function assertPlaceholders(url: URL, text: string, names: readonly string[]): void {
  const found = new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => match[1] ?? ""));
  const unknown = [...found].filter((name) => !names.includes(name));
  const unfilled = names.filter((name) => !found.has(name));
  if (unknown.length + unfilled.length === 0) return;
  throw new Error(
    `${url.pathname}: placeholders without a value: ${unknown.join(", ") || "none"}; values without a placeholder: ${unfilled.join(", ") || "none"}.`,
  );
}
