import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readResults } from "./fact-result.ts";
import { namedFacts } from "./named-fact.ts";
import { readRecord, RECORD_FILE, recordAfter, writtenRecord } from "./recorded-fact.ts";

/** Keeps what the last run of tests in this checkout found. */
export function recordResults(root: string): void {
  const record = recordAfter(namedFacts(root), readRecord(root), readResults(root));
  writeFileSync(join(root, RECORD_FILE), writtenRecord(record));
}

/** The files whose facts have no recorded result. */
export function withoutResult(root: string): readonly string[] {
  const record = recordAfter(namedFacts(root), readRecord(root), []);
  return [...new Set(record.filter(({ result }) => result === "missing").map(({ file }) => file))];
}
