import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FactResult } from "./fact-result.ts";
import { isTitled, type NamedFact } from "./named-fact.ts";

/** The recorded results, a line each, so that two changes that meet are merged line by line. */
export const RECORD_FILE = "docs/facts.jsonl";

/** A named fact and how its tests ended when they last ran; `missing` when no result of it was ever recorded. */
export type RecordedFact = NamedFact & {
  readonly result: "passed" | "failed" | "skipped" | "missing";
  readonly why?: string;
};

/** How the tests of a named fact ended in a run. One of several that fails is a failure, one of several that is skipped is not. */
export function standingOf(named: NamedFact, results: readonly FactResult[]): RecordedFact {
  const { id, title, file } = named;
  const own = results.filter((one) => one.id === id && one.file === file && isTitled(named, one.title));
  const result = (["failed", "passed", "skipped"] as const).find((state) => own.some((one) => one.result === state));
  const why = result === "skipped" ? own.find((one) => one.why !== undefined)?.why : undefined;
  return { id, title, file, result: result ?? "missing", ...(why === undefined ? {} : { why }) };
}

/**
 * What is recorded after a run: every named fact with its newest result, in order of file, id and title. A test that did not run, or
 * was skipped for want of something on this machine, leaves what is known of it.
 */
export function recordAfter(
  named: readonly NamedFact[],
  recorded: readonly RecordedFact[],
  results: readonly FactResult[],
): readonly RecordedFact[] {
  const before = new Map(recorded.map((fact) => [keyOf(fact), fact]));
  const after = named.map((fact): RecordedFact => {
    const known = before.get(keyOf(fact)) ?? { ...fact, result: "missing" };
    const now = standingOf(fact, results);
    return now.result === "missing" || (now.result === "skipped" && known.result !== "missing") ? known : now;
  });
  return [...new Map(after.map((fact) => [keyOf(fact), fact])).values()].toSorted((a, b) =>
    compare(keyOf(a), keyOf(b)),
  );
}

/** What the checkout has recorded. A line that two changes left twice counts once. */
export function readRecord(root: string): readonly RecordedFact[] {
  const file = join(root, RECORD_FILE);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line !== "").map((line): RecordedFact => JSON.parse(line));
}

export function writtenRecord(record: readonly RecordedFact[]): string {
  return record
    .map(({ file, id, title, result, why }) => `${JSON.stringify({ file, id, title, result, why })}\n`)
    .join("");
}

function keyOf({ file, id, title }: NamedFact): string {
  return `${file}\0${id}\0${title}`;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
