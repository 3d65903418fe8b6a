/** A fenced block of a text: what stands behind the opening fence, and what stands inside, without its indentation. */
export type Fence = { readonly info: string; readonly body: string };

/** A text whose fenced blocks are replaced by one character each, so that nothing inside them reads as prose. */
export type FencedText = { readonly text: string; readonly fences: readonly Fence[] };

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\n`]*)\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm;
const FIRST_TOKEN = 0xe000;

/** Matches the character that stands for a fenced block. */
export const FENCE_TOKEN = "[\\uE000-\\uF8FF]";

export function takeFencesOut(text: string): FencedText {
  const fences: Fence[] = [];
  const prose: string[] = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    const [whole, indent = "", , info = "", body = ""] = match;
    const indented = new RegExp(`^[ \\t]{0,${indent.length}}`, "gm");
    prose.push(text.slice(from, match.index), indent, String.fromCharCode(FIRST_TOKEN + fences.length));
    fences.push({ info: info.trim(), body: body.replaceAll(indented, "") });
    from = match.index + whole.length;
  }
  return { text: [...prose, text.slice(from)].join(""), fences };
}

export function fenceOf(fences: readonly Fence[], token: string): Fence | undefined {
  return fences[token.charCodeAt(0) - FIRST_TOKEN];
}

/** Puts the fenced blocks back as they were written. */
export function putFencesBack(text: string, fences: readonly Fence[]): string {
  return text.replaceAll(new RegExp(FENCE_TOKEN, "g"), (token) => {
    const fence = fenceOf(fences, token);
    return fence === undefined ? "" : `\`\`\`${fence.info}\n${fence.body}\`\`\``;
  });
}

/** Cuts a named section out of a text: a heading and what is under it, or a line such as `Name: …` and what belongs to it. */
export function cutSection(
  text: string,
  names: string,
  /** Where a section without a heading ends: at the next heading, or where its list ends. */
  end: "next-heading" | "end-of-list",
): { readonly inside: string; readonly outside: string } {
  const marker = new RegExp(
    `^[ \\t]*(?:[-*][ \\t]+)?(#{1,6}[ \\t]+)?(\\*\\*)?(?:${names})\\b[^\\n:.*]{0,40}?(:|\\*\\*|$)[:* \\t]*(.*)$`,
    "i",
  );
  const lines = text.split("\n");
  const at = lines.findIndex((line) => marker.test(line));
  const found = marker.exec(lines[at] ?? "");
  if (found === null) return { inside: "", outside: text };
  const isHeading = found[1] !== undefined;
  if (!isHeading && found[2] === undefined && found[3] !== ":") return { inside: "", outside: text };
  const inline = (found[4] ?? "").trim();
  const length = inline !== "" && !isHeading ? 0 : sectionLength(lines.slice(at + 1), isHeading ? "next-heading" : end);
  return {
    inside: [inline, ...lines.slice(at + 1, at + 1 + length)].join("\n").trim(),
    outside: [...lines.slice(0, at), ...lines.slice(at + 1 + length)].join("\n"),
  };
}

function sectionLength(lines: readonly string[], end: "next-heading" | "end-of-list"): number {
  const isList = (line: string): boolean =>
    new RegExp(`^\\s*(?:[-*]\\s|\\d+\\.\\s|${FENCE_TOKEN})|^\\s+\\S`).test(line);
  const stop = lines.findIndex((line, at) => {
    if (/^#{1,6}\s/.test(line)) return true;
    return end === "end-of-list" && line.trim() !== "" && at > 0 && lines[at - 1]?.trim() === "" && !isList(line);
  });
  return stop < 0 ? lines.length : stop;
}
