import type { FactResult } from "./fact-result.ts";
import { type RecordedFact, standingOf } from "./recorded-fact.ts";

export type Comparison = {
  /** One line each: where the paper and this run say different things, and what to do. */
  readonly problems: readonly string[];
  /** Facts that the paper has as passed and this machine could not try, with the reason. */
  readonly skipped: readonly string[];
};

/**
 * Holds a whole run of the tests against what `docs/facts.md` says. The paper may say nothing that did not hold in this run, and
 * must say all that did. Facts for which `isPart` is false have tests that a whole run leaves out.
 */
export function compareRun(
  record: readonly RecordedFact[],
  results: readonly FactResult[],
  isPart: (file: string) => boolean,
): Comparison {
  const problems: string[] = [];
  const skipped: string[] = [];
  for (const recorded of record.filter(({ file }) => isPart(file))) {
    const now = standingOf(recorded, results);
    const name = `${recorded.id} "${recorded.title}" (${recorded.file})`;
    if (now.result === "skipped") skipped.push(`${name}: ${now.why ?? ""}`);
    else if (now.result === "failed") problems.push(`${name} failed.`);
    else if (now.result === "missing" && recorded.result === "passed")
      problems.push(`${name} passes by docs/facts.md, but did not run.`);
    else if (now.result === "passed" && recorded.result !== "passed")
      problems.push(`${name} passed, and docs/facts.md has it as ${recorded.result}. Run: npm run generate`);
  }
  const unlisted = results.filter(
    (result) => result.result === "passed" && !record.some((fact) => standingOf(fact, [result]).result === "passed"),
  );
  for (const { id, title, file } of unlisted)
    problems.push(`${id} "${title}" (${file}) passed, and docs/facts.md does not have it. Run: npm run generate`);
  return { problems, skipped };
}
