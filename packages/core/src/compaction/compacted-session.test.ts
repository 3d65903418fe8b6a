import { type Message, type SessionEntry, textOf } from "@cadre/domain";
import { expect, test } from "vitest";
import { buildBundle } from "../build-bundle.ts";
import type { BundleOptions, ContextBundle } from "../context-bundle.ts";
import { givenBoard, givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { deepFreeze, givenEntries, replied, resulted, said } from "../session-entries.fixture.ts";
import { compactionEntry, planCompaction } from "./plan-compaction.ts";

const OPTIONS: BundleOptions = { tools: [], model: { windowTokens: 60_000, maxOutputTokens: 8_000 } };

function bundleOf(
  entries: readonly SessionEntry[],
  changes: Partial<BundleOptions> = {},
  facts: Partial<PromptFacts> = {},
): ContextBundle {
  const bundle = buildBundle(givenFacts(facts), entries, { ...OPTIONS, ...changes });
  if (bundle.kind === "over-budget") throw new Error(bundle.message);
  return bundle;
}

/** What a harness does before it sends: builds, compacts when the receipt says so, builds again. */
function readied(
  entries: readonly SessionEntry[],
  options: BundleOptions,
): { entries: readonly SessionEntry[]; bundle: ContextBundle } {
  const bundle = bundleOf(entries, options);
  const { compactionDue, messages, budget } = bundle.receipt;
  if (compactionDue === undefined) return { entries, bundle };
  const plan = planCompaction(entries, {
    policy: { kind: "ladder", maxMessages: options.maxMessages },
    limitTokens: messages.limitTokens,
    messageCapChars: budget.messageCapChars,
    hasResultTool: false,
  });
  const payload = plan === undefined ? undefined : compactionEntry(plan);
  if (payload === undefined) return { entries, bundle };
  const grown = [...entries, { id: `ent_${entries.length}`, parentId: null, payload }];
  return { entries: grown, bundle: bundleOf(grown, options) };
}

/** 150 steps of a task; what each call sent. */
function session(chars: number, options: BundleOptions): readonly ContextBundle[] {
  let entries: readonly SessionEntry[] = givenEntries([said("TASK EXECUTION\nCount the lines.", { isPinned: true })]);
  const bundles: ContextBundle[] = [];
  for (let step = 0; step < 150; step += 1) {
    const ready = readied(deepFreeze([...entries]), options);
    bundles.push(ready.bundle);
    const at = ready.entries.length;
    const reply = { id: `ent_${at}`, parentId: null, payload: replied(`Step ${step}.`, [`c${step}`]) };
    const text = `${step}: `.padEnd(chars, "words of a result ");
    const result = {
      id: `ent_${at + 1}`,
      parentId: null,
      payload: resulted(`c${step}`, text, { assistantEntryId: reply.id }),
    };
    entries = [...ready.entries, reply, result];
  }
  return bundles;
}

test.each([
  ["many short messages", 100, {}],
  ["long results, the count off", 3_000, { maxMessages: "off" as const }],
])(
  "a long session (%s) is compacted rarely; between compactions the history only grows, and nothing is trimmed",
  (_, chars, changes) => {
    const bundles = session(chars, { ...OPTIONS, ...changes });
    let breaks = 0;
    let before: readonly Message[] = [];
    for (const { messages, receipt } of bundles) {
      expect(receipt.trimmed).toBeUndefined();
      expect(receipt.compactionDue).toBeUndefined();
      expect(textOf(messages[0] ?? { role: "user", content: [] })).toContain("Count the lines.");
      if (JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before)) breaks += 1;
      before = messages;
    }
    expect(breaks).toBeGreaterThan(3);
    expect(breaks).toBeLessThan(150 / 8);
  },
);

test("what stage 2 cuts is cut at the same place whatever tier 3 says, or where the caller fixed it", () => {
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    replied("Reading.", ["a"]),
    resulted("a", "word ".repeat(3_000), { assistantEntryId: "ent_1" }),
  ]);
  const quiet = bundleOf(entries);
  const busy = bundleOf(entries, {}, { taskBoard: givenBoard(15, 10, 30) });
  expect(quiet.receipt.capped).toHaveLength(1);
  expect(busy.messages).toEqual(quiet.messages);
  const fixed = bundleOf(entries, { messageCapChars: 7_000 });
  expect(fixed.receipt.budget.messageCapChars).toBe(7_000);
  expect(fixed.receipt.capped).toMatchObject([{ chars: 15_000, shownChars: 7_000 }]);
});
