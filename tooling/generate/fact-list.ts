import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedDocument } from "./generated-document.ts";

const ROOT = join(import.meta.dirname, "../..");
const TEST_FILE = /\.(?:test|suite)\.ts$/;
const HEAD = `# Facts

Every numbered fact of the specification that a test proves, read from the tests by \`npm run generate\`. A fact is listed when a test
names it with \`fact(…)\`; \`npm test\` runs these tests, fails when one of them does, and writes each result to \`test-results/facts.json\`.
The tests of \`e2e/crash\` run when they are named, and those that need Redis when there is one.`;

/** Families of facts, as their ids begin, in the order of the paper. */
const FAMILIES: readonly (readonly [prefix: string, title: string])[] = [
  ["I", "Invariants"],
  ["M", "The agent platform"],
  ["TW-", "Sessions and context"],
  ["SA-", "Assist"],
  ["PEER-", "What peers get wrong"],
  ["PERF-", "Performance anchors that are tests"],
];

/** `fact("M17", "title", …)` or `fact(["TW-14", "TW-16"], "title", …)`; ids and titles are literals. */
const FACT = /\bfact\(\s*(\[[^\]]*\]|"[^"]*"),\s*("(?:[^"\\]|\\.)*"|`[^`]*`|'[^']*')/g;
const ANY_FACT = /(?<![\w.])fact\(/g;

type NamedFact = { readonly id: string; readonly title: string; readonly file: string };

/** Which facts of the specification have a test, what each test says, and where it stands. */
export const factList: GeneratedDocument = {
  path: "docs/facts.md",
  render: () => {
    const facts = testFiles().flatMap(factsIn);
    const families = FAMILIES.map(
      ([prefix, title]) => [title, facts.filter(({ id }) => familyOf(id) === prefix)] as const,
    );
    const count = new Set(facts.map(({ id }) => id)).size;
    const parts = families.filter(([, named]) => named.length > 0).map(([title, named]) => section(title, named));
    return `${[HEAD, `${count} facts have a test.`, ...parts].join("\n\n")}\n`;
  },
};

function testFiles(): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  return listed
    .split("\n")
    .filter((path) => TEST_FILE.test(path))
    .toSorted();
}

function factsIn(file: string): readonly NamedFact[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = [...text.matchAll(FACT)];
  if (found.length !== [...text.matchAll(ANY_FACT)].length) {
    throw new Error(`${file} names a fact whose ids and title are not literals.`);
  }
  return found.flatMap(([, ids = "", title = ""]) =>
    [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => ({ id, title: plain(title), file })),
  );
}

/** A literal without its quotes, as one cell of a table. */
function plain(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(["'`\\])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", "\\|");
}

function familyOf(id: string): string {
  const family = FAMILIES.map(([prefix]) => prefix).find((prefix) => new RegExp(`^${prefix}[A-Z]?\\d+b?$`).test(id));
  if (family === undefined) throw new Error(`No family of facts is called ${id}.`);
  return family;
}

function section(title: string, facts: readonly NamedFact[]): string {
  const rows = facts
    .toSorted((a, b) => numberOf(a.id) - numberOf(b.id) || compare(a.id, b.id) || compare(a.file, b.file))
    .map(({ id, title: says, file }) => `| ${id} | ${says} | \`${file}\` |`);
  return [`## ${title}`, "", "| Fact | What the test says | Where |", "| --- | --- | --- |", ...rows].join("\n");
}

function numberOf(id: string): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
