import type { Json } from "@cadre/shared";
import { type Fence, FENCE_TOKEN, fenceOf, putFencesBack, takeFencesOut } from "./fenced-text.ts";

/** One part of a manager's task: a bullet with a bold title and, in brackets, who does it. */
export type Part = {
  readonly title: string;
  readonly assignee: string;
  readonly reviewer: string | undefined;
  readonly after: readonly string[];
  readonly priority: string | undefined;
  readonly description: string;
  readonly checks: readonly Json[];
};

export type PartsText = {
  readonly parts: readonly Part[];
  /** The description without its parts: what the manager does itself when they are finished. */
  readonly rest: string;
};

const BULLET = /^[-*]\s+\*\*([^*\n]+)\*\*\s*\(([^)\n]*)\)\s*:?[ \t]*(.*)$/;
const PROPERTY =
  /^(assignee(?: role)?|assign(?:ed)? to|for|reviewer(?: role)?|reviewed by|after|blocked by|priority)\s*:?\s+(.+)$/i;

/** Reads the parts of a description. A bullet without an assignee in its brackets is no part. */
export function readPartsText(description: string): PartsText {
  const { text, fences } = takeFencesOut(description.replaceAll("\r\n", "\n"));
  const parts: Part[] = [];
  const rest: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const found = BULLET.exec(line);
    const properties = propertiesOf(found?.[2] ?? "");
    const assignee = properties.get("assignee");
    if (found === null || assignee === undefined) {
      rest.push(line);
      continue;
    }
    const length = bodyLength(lines.slice(at + 1));
    const body = withoutChecks(dedented(lines.slice(at + 1, at + 1 + length)), fences);
    at += length;
    parts.push({
      title: (found[1] ?? "").trim().replace(/:$/, ""),
      assignee,
      reviewer: properties.get("reviewer"),
      after: titlesIn(properties.get("after")),
      priority: properties.get("priority"),
      description: putFencesBack([found[3] ?? "", body.text].join("\n").trim(), fences),
      checks: body.checks,
    });
  }
  return { parts, rest: putFencesBack(rest.join("\n"), fences) };
}

function propertiesOf(brackets: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const property of brackets.split(";")) {
    const [, name = "", value = ""] = PROPERTY.exec(property.trim()) ?? [];
    const key = name.toLowerCase();
    if (/^(?:assign|for)/.test(key)) found.set("assignee", value.trim());
    if (key.startsWith("review")) found.set("reviewer", value.trim());
    if (/^(?:after|blocked)/.test(key)) found.set("after", value.trim());
    if (key === "priority") found.set("priority", value.trim().toLowerCase());
  }
  return found;
}

function titlesIn(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(/\s*,\s*|\s+and\s+/).map((title) => title.replace(/^["'`]|["'`]$/g, ""));
}

/** The indented lines after a bullet, with the empty ones between them. */
function bodyLength(lines: readonly string[]): number {
  const end = lines.findIndex((line) => line.trim() !== "" && !/^\s{2,}/.test(line));
  return end < 0 ? lines.length : end;
}

function dedented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const least = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line) => line.slice(least)).join("\n");
}

/** Takes the acceptance checks out: a fenced JSON list of checks, each with a kind or a command, with the line that names it. */
function withoutChecks(text: string, fences: readonly Fence[]): { text: string; checks: Json[] } {
  const checks: Json[] = [];
  const withLabel = new RegExp(`(?:^[^\\n]*\\bchecks?\\b[^\\n]*:[ \\t]*\\n+)?^[ \\t]*(${FENCE_TOKEN})[ \\t]*$`, "gim");
  const left = text.replaceAll(withLabel, (whole, token: string) => {
    const found = checksIn(fenceOf(fences, token));
    if (found === undefined) return whole;
    checks.push(...found);
    return "";
  });
  return { text: left, checks };
}

function checksIn(fence: Fence | undefined): Json[] | undefined {
  if (fence === undefined || !/^json\b/i.test(fence.info)) return undefined;
  try {
    const value: unknown = JSON.parse(fence.body);
    const isCheck = (item: unknown): boolean =>
      typeof item === "object" && item !== null && ("kind" in item || "command" in item);
    return Array.isArray(value) && value.length > 0 && value.every(isCheck) ? (value as Json[]) : undefined;
  } catch {
    return undefined; // Not JSON: an example in the text, which stays where it is.
  }
}
