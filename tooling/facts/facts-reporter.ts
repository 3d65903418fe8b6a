import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { type FactResult, RESULTS_FILE } from "./fact-result.ts";

/** Writes which numbered facts of the specification ran, with their result, and how many tests passed. */
export default class FactsReporter implements Reporter {
  #root = "";

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const brokenFiles = modules.filter((module) => module.state() === "failed" && module.errors().length > 0);
    this.#write(
      RESULTS_FILE,
      tests.flatMap((test) => factsOf(test, this.#root)),
    );
    this.#write("test-results/counts.json", {
      passed: tests.filter((test) => test.result().state === "passed").length,
      failed: tests.filter((test) => test.result().state === "failed").length + brokenFiles.length,
      skipped: tests.filter((test) => test.result().state === "skipped").length,
    });
  }

  #write(path: string, content: unknown): void {
    const file = join(this.#root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
}

function factsOf(test: TestCase, root: string): FactResult[] {
  const result = test.result().state;
  const why = result === "skipped" ? whyOf(test) : undefined;
  return (test.meta().cadreFacts ?? []).map((id) => ({
    id,
    title: test.name.replace(/^\[[^\]]*\] /, ""),
    file: relative(root, test.module.moduleId),
    result,
    ...(why === undefined ? {} : { why }),
  }));
}

/** A test that is skipped says why in its note, or in its name or that of its group: `(skipped: there is no Redis)`. */
function whyOf(test: TestCase): string {
  const result = test.result();
  if (result.state === "skipped" && result.note !== undefined) return result.note;
  return /\(skipped: (.*?)\)/.exec(test.fullName)?.[1] ?? "its test does not say why";
}
