import { join } from "node:path";
import { namedFacts } from "../facts/named-fact.ts";
import { readRecord, RECORD_FILE, recordAfter, type RecordedFact, writtenRecord } from "../facts/recorded-fact.ts";
import type { GeneratedDocument } from "./generated-document.ts";

const ROOT = join(import.meta.dirname, "../..");
const HEAD = `# Facts

Every numbered fact of the specification that a test proves, and how that test ended when it last ran. Written by \`npm run generate\` from
the names in the tests and the results in \`docs/facts.jsonl\`, where it keeps those of each run of \`npm test\`. A run of all tests fails
when a fact that stands here as passed does not pass in it, and when one that passes does not stand here. The tests of
\`e2e/crash\` run when they are named; their results are those of such a run.`;

/** Families of facts, as their ids begin, in the order of the paper. */
const FAMILIES: readonly (readonly [prefix: string, title: string])[] = [
  ["I", "Invariants"],
  ["M", "The agent platform"],
  ["TW-", "Sessions and context"],
  ["SA-", "Assist"],
  ["PEER-", "What peers get wrong"],
  ["PERF-", "Performance anchors that are tests"],
];

/** The recorded results of all facts that tests name, without those that none names any more. */
export const factRecord: GeneratedDocument = { path: RECORD_FILE, render: () => writtenRecord(currentRecord()) };

/** Which facts of the specification have a test, what each test says, where it stands, and how it ended. */
export const factList: GeneratedDocument = { path: "docs/facts.md", render: () => paperOf(currentRecord()) };

/** The paper of facts that a record makes. */
export function paperOf(facts: readonly RecordedFact[]): string {
  const families = FAMILIES.map(
    ([prefix, title]) => [title, facts.filter(({ id }) => familyOf(id) === prefix)] as const,
  );
  const parts = families.filter(([, named]) => named.length > 0).map(([title, named]) => section(title, named));
  return `${[HEAD, countOf(facts), ...parts].join("\n\n")}\n`;
}

function currentRecord(): readonly RecordedFact[] {
  return recordAfter(namedFacts(ROOT), readRecord(ROOT), []);
}

/** A fact of several tests holds when all of them passed. */
function countOf(facts: readonly RecordedFact[]): string {
  const all = new Set(facts.map(({ id }) => id));
  const open = new Set(facts.filter(({ result }) => result !== "passed").map(({ id }) => id));
  return `${all.size} facts have a test. Of ${all.size - open.size} every test passed.`;
}

function familyOf(id: string): string {
  const family = FAMILIES.map(([prefix]) => prefix).find((prefix) => new RegExp(`^${prefix}[A-Z]?\\d+b?$`).test(id));
  if (family === undefined) throw new Error(`No family of facts is called ${id}.`);
  return family;
}

function section(title: string, facts: readonly RecordedFact[]): string {
  const rows = facts
    .toSorted((a, b) => numberOf(a.id) - numberOf(b.id) || compare(a.id, b.id) || compare(a.file, b.file))
    .map((fact) => `| ${fact.id} | ${cell(fact.title)} | \`${fact.file}\` | ${cell(resultOf(fact))} |`);
  const head = ["| Fact | What the test says | Where | Result |", "| --- | --- | --- | --- |"];
  return [`## ${title}`, "", ...head, ...rows].join("\n");
}

function resultOf({ result, why }: RecordedFact): string {
  return why === undefined ? result : `${result}: ${why}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function numberOf(id: string): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
