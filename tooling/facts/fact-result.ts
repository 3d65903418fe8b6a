import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where each run of the tests leaves the results of its facts. */
export const RESULTS_FILE = "test-results/facts.json";

/** How one test of a fact ended in a run. */
export type FactResult = {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly result: "passed" | "failed" | "skipped" | "pending";
  /** Why it was skipped. */
  readonly why?: string;
};

/** The results of the last run of tests in this checkout; none where nothing ran. */
export function readResults(root: string): readonly FactResult[] {
  const file = join(root, RESULTS_FILE);
  if (!existsSync(file)) return [];
  const results: FactResult[] = JSON.parse(readFileSync(file, "utf8"));
  return results;
}
