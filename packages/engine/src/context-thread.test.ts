import { loadExactCounter, planCompaction } from "@cadre/core";
import type { SessionEntry } from "@cadre/domain";
import { expect, test } from "vitest";
import { askThread } from "./context-thread.ts";
import { countEntries, countEntry, countTexts } from "./count-entry.ts";

const NO_USAGE = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteHourTokens: 0,
  outputTokens: 0,
  thinkingTokens: 0,
};

function givenSteps(steps: number): SessionEntry[] {
  return Array.from({ length: steps }, (_, at): SessionEntry[] => [
    {
      id: `a${at}`,
      parentId: null,
      payload: {
        kind: "assistant-message",
        v: 1,
        content: [{ type: "tool-call", callId: `c${at}`, name: "file_read", args: { path: `src/${at}.ts` } }],
        model: { provider: "scripted", model: "script" },
        stopReason: "tool-use",
        usage: NO_USAGE,
        isSimulated: true,
      },
    },
    {
      id: `r${at}`,
      parentId: null,
      payload: {
        kind: "tool-result",
        v: 1,
        assistantEntryId: `a${at}`,
        callId: `c${at}`,
        name: "file_read",
        outcome: "done",
        text: Array.from({ length: 60 }, (__, line) => `line ${line} of /srv/${at}/${line}.txt is ${line * at}`).join(
          "\n",
        ),
      },
    },
  ]).flat();
}

test("a plan made beside the event loop is the plan, and the loop goes on meanwhile", async () => {
  const entries = givenSteps(600);
  const options = {
    policy: { kind: "ladder" },
    limitTokens: 60_000,
    messageCapChars: 8_000,
    hasResultTool: true,
  } as const;
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 1);
  const { plan } = await askThread({ kind: "plan", entries, counting: { encoding: "o200k_base" }, options });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(20);
  const countTokens = await loadExactCounter("o200k_base");
  expect(plan).toEqual(planCompaction(entries, { ...options, countTokens }));
  expect(plan?.cutEntryIds.length).toBeGreaterThan(1_000);
});

test("long texts are counted beside the loop as short ones on it, and what no prompt shows is not counted", async () => {
  const note = (text: string) => ({ kind: "note", v: 1, topic: "t", text }) as const;
  const long = "some words of a note ".repeat(4_000);
  const count = await loadExactCounter("o200k_base");
  expect(await countEntry(note(long))).toBe(count(`[SYSTEM] ${long}`));
  expect(await countEntry({ kind: "pin", v: 1, targetId: "ent_1", isPinned: true })).toBeUndefined();
  const counts = await countEntries([note("one"), { kind: "title", v: 1, title: "T" }, note(long)]);
  expect(counts).toEqual([count("[SYSTEM] one"), undefined, count(`[SYSTEM] ${long}`)]);
  expect(await countTexts(["a b", long])).toBe(count("a b") + count(long));
});

test("what the work throws comes back as it was thrown, and the thread goes on", async () => {
  const broken = { kind: "count", encoding: "o200k_base", payloads: [{ kind: "note" }] } as never;
  await expect(askThread(broken)).rejects.toThrow("undefined");
  const { tokens } = await askThread({ kind: "sum", encoding: "o200k_base", texts: ["a b"] });
  expect(tokens).toBe(2);
});
