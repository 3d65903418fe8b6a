import { type EntryPayload, type SessionEntry, textOf } from "@cadre/domain";
import { expect, test } from "vitest";
import { project } from "../projection/project.ts";
import { givenEntries, replied, resulted, said } from "../session-entries.fixture.ts";
import { compactionEntry, planCompaction } from "./plan-compaction.ts";

type Planted = {
  readonly entries: readonly SessionEntry[];
  readonly artifacts: readonly string[];
  readonly pending: readonly string[];
  readonly ended: readonly string[];
};

/** A repeatable stream of numbers in [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  "order customer invoice retry payment address shipped delivery agent session mailbox tool timeout partial total amount currency region weather title author revision branch commit merge parser socket buffer".split(
    " ",
  );
const CHORES = [
  "rotate the key of",
  "write the migration for",
  "tell Bo about",
  "measure",
  "review the change to",
  "clean up after",
];

/** 120 steps of chatter, JSON and code with things planted in the first 90: half in replies, half in results. */
function planted(seed: number): Planted {
  const next = numbers(seed);
  const word = (): string => WORDS[Math.floor(next() * WORDS.length)] ?? "";
  const words = (count: number): string => Array.from({ length: count }, word).join(" ");
  const digits = (count: number): string =>
    Math.floor(next() * 10 ** count)
      .toString()
      .padStart(count, "0");
  const artifact = (at: number): string => {
    switch (at % 4) {
      case 0:
        return `src/${word()}/${word()}-${digits(3)}.ts`;
      case 1:
        return `tsk_${word()}${digits(4)}`;
      case 2:
        return `https://${word()}.example/${word()}/${digits(4)}`;
      default:
        return `Error: ${words(4)} at frame ${digits(4)}`;
    }
  };
  const artifacts: string[] = [];
  const pending: string[] = [];
  const ended: string[] = [];
  const payloads: EntryPayload[] = [said("TASK EXECUTION\nKeep the shop running.", { isPinned: true })];
  for (let step = 0; step < 120; step += 1) {
    const told: string[] = [`I look at the ${words(12)}.`];
    const result = [
      `{"${word()}":"${words(40)}","at":"${digits(6)}"}`,
      `const ${word()} = ${word()}(${word()}, ${digits(2)});`,
      words(300),
    ];
    if (step < 90) {
      const found = artifact(step);
      artifacts.push(found);
      if (step % 2 === 0) told.push(found.startsWith("Error") ? found : `This concerns ${found} mostly.`);
      else result.splice(1, 0, found);
      if (step % 5 === 0) {
        const chore = `We must still ${CHORES[(step / 5) % CHORES.length] ?? ""} ${word()}-${digits(3)}.`;
        told.push(chore);
        if (step % 15 === 0) ended.push(chore);
        else pending.push(chore);
      }
    } else if (step % 2 === 0) {
      const over = ended[(step - 90) / 2];
      if (over !== undefined) told.push(`Done: ${over.replace("We must still ", "")}`);
    }
    const assistantEntryId = `ent_${payloads.length}`;
    payloads.push(replied(told.join("\n"), [`call_${step}`]));
    payloads.push(resulted(`call_${step}`, result.join("\n"), { assistantEntryId }));
  }
  return { entries: givenEntries(payloads), artifacts, pending, ended };
}

function recallOf(wanted: readonly string[], text: string): number {
  return wanted.filter((each) => text.includes(each)).length / wanted.length;
}

test.each([1, 7, 4_711, 90_210])("compacted to a tenth, work and exact tokens are still there (seed %i)", (seed) => {
  const { entries, artifacts, pending, ended } = planted(seed);
  const options = {
    policy: { kind: "ladder" },
    limitTokens: 24_000,
    messageCapChars: 2_000,
    hasResultTool: true,
  } as const;
  const plan = planCompaction(entries, options);
  const entry = plan === undefined ? undefined : compactionEntry(plan);
  if (plan === undefined || entry === undefined) throw new Error("No compaction was planned.");
  expect(plan.tokensAfter / plan.tokensBefore).toBeLessThan(0.1);
  const log = [...entries, { id: "ent_c", parentId: null, payload: entry }];
  const text = project(log, { hasResultTool: true }).map(textOf).join("\n");
  expect(recallOf(pending, text)).toBe(1);
  expect(recallOf(artifacts, text)).toBeGreaterThanOrEqual(0.99);
  const tail = project(entries.slice(entries.findIndex(({ id }) => id === plan.firstKeptEntryId)), {
    hasResultTool: true,
  });
  expect(recallOf(artifacts, tail.map(textOf).join("\n"))).toBeLessThan(0.1);
  expect(plan.state.open.filter((line) => ended.includes(line))).toEqual([]);
});
