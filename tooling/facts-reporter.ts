import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");

/** Writes which numbered facts of the specification ran, with their result, and how many tests passed. */
export default class FactsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const brokenFiles = modules.filter((module) => module.state() === "failed" && module.errors().length > 0);
    mkdirSync(RESULTS, { recursive: true });
    write("facts.json", tests.flatMap(factsOf));
    write("counts.json", {
      passed: tests.filter((test) => test.result().state === "passed").length,
      failed: tests.filter((test) => test.result().state === "failed").length + brokenFiles.length,
      skipped: tests.filter((test) => test.result().state === "skipped").length,
    });
  }
}

function factsOf(test: TestCase): { id: string; title: string; file: string; result: string }[] {
  return (test.meta().cadreFacts ?? []).map((id) => ({
    id,
    title: test.name,
    file: relative(ROOT, test.module.moduleId),
    result: test.result().state,
  }));
}

function write(name: string, content: unknown): void {
  writeFileSync(join(RESULTS, name), `${JSON.stringify(content, null, 2)}\n`);
}
