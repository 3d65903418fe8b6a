/** Texts of test files, kept away from the tests of this checkout, whose own facts are read from their texts. */
export const SAMPLE_NAMES =
  'fact(["M1", "TW-02"], "order is kept", run);\nfact("M3", `seed ${seed} is (always) "drawn"`, run);';

export const COMPUTED_NAME = "fact(id, title, run);";

/** A file that vitest can run: facts that pass, fail and are skipped, and a test of no fact. */
export function sampleTests(factModule: string): string {
  return [
    'import { describe, test } from "vitest";',
    `import { fact } from "${factModule}";`,
    'fact(["M1", "TW-02"], "holds", () => undefined);',
    'fact("M3", "does not hold", () => { throw new Error("no"); });',
    'describe.skip("on Redis (skipped: there is none)", () => { fact("M4", "is not tried", () => undefined); });',
    'test("no fact", () => undefined);',
  ].join("\n");
}
