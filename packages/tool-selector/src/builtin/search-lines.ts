import { type MatchLine, parseMatchRecord } from "./match-record.ts";
import { ripgrep } from "./ripgrep.ts";
import { searchProblem } from "./search-problem.ts";

export type LineSearch = {
  readonly text: string;
  /** A regular expression in Rust's syntax: whatever it is, it is matched in time that grows with the text alone. */
  readonly pattern: string;
  readonly maxMatches: number;
  readonly signal: AbortSignal;
};

export type LineSearchEnd =
  | { readonly kind: "found"; readonly matches: readonly MatchLine[]; readonly hasMore: boolean }
  | { readonly kind: "failed"; readonly reason: string };

/** Searches a text line by line, in a process of its own that is ended when it takes too long. */
export async function searchLines({ text, pattern, maxMatches, signal }: LineSearch): Promise<LineSearchEnd> {
  const matches: MatchLine[] = [];
  const onRecord = (record: string): boolean => {
    const line = parseMatchRecord(record);
    if (line !== undefined) matches.push(line);
    return matches.length <= maxMatches;
  };
  const flags = ["--json", "--text", "--encoding=none", `--regexp=${pattern}`, "--", "-"];
  const end = await ripgrep(flags, { cwd: "/", signal, separator: "\n", input: text, onRecord });
  const reason = searchProblem(end, matches.length);
  if (reason !== undefined) return { kind: "failed", reason };
  return { kind: "found", matches: matches.slice(0, maxMatches), hasMore: matches.length > maxMatches };
}
