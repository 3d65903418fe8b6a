import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyCheckout, type MutantCopy } from "./mutant-copy.ts";
import type { Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";
import { pick } from "./pick.ts";

const SAMPLE = "10";

/**
 * `npm run mutants [-- core --count 10 --seed 7]`: breaks rules, of the named packages and apps or of all, one at a time in a copy and
 * demands that tests fail.
 */
const { values, positionals } = parseArgs({
  options: { count: { type: "string", default: SAMPLE }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? process.pid);
const rules = rulesOf(positionals);
const sample = pick(rules, Number(values.count), seed);
const copy = copyCheckout(join(import.meta.dirname, "../.."));
try {
  console.log(`Seed ${seed}: ${sample.length} of ${rules.length} rules are broken one at a time.`);
  const healthy = copy.runTests([...new Set(sample.flatMap(({ tests }) => tests))]);
  if (healthy.failed > 0) throw new Error(`${healthy.failed} tests fail before any rule is broken.`);
  const survivors = sample.filter((mutation) => !isNoticed(copy, mutation));
  console.log(`${sample.length - survivors.length} noticed, ${survivors.length} survived`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  copy.remove();
}

/** The rules that stand in the named packages and apps; all when none is named. */
function rulesOf(names: readonly string[]): readonly Mutation[] {
  if (names.length === 0) return MUTATIONS;
  const found = MUTATIONS.filter(({ file }) => names.some((name) => file.split("/")[1] === name));
  if (found.length === 0) throw new Error(`No rule to break stands in ${names.join(", ")}.`);
  return found;
}

function isNoticed(mutant: MutantCopy, mutation: Mutation): boolean {
  const restore = mutant.apply(mutation);
  const { failed } = mutant.runTests(mutation.tests);
  restore();
  console.log(`${failed > 0 ? "noticed " : "SURVIVED"}  ${mutation.breaks} (${mutation.file}; ${failed} tests failed)`);
  return failed > 0;
}
