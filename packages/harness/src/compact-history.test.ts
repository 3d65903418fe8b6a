import { parsedState, project } from "@cadre/core";
import { type CompactionEntry, textOf } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compactHistory } from "./compact-history.ts";
import { addStep, compactionDesk, failsWith, givenLog, wordsOf } from "./compaction-desk.fixture.ts";
import { readTurnLog } from "./turn-log.ts";

function compactionOf(entries: readonly { payload: { kind: string } }[]): CompactionEntry {
  const found = entries.filter(({ payload }) => payload.kind === "compaction");
  expect(found).toHaveLength(1);
  return found[0]?.payload as CompactionEntry;
}

test("memory is written down first, then a model is asked, then one entry is appended", async () => {
  const desk = compactionDesk(givenLog(40), [wordsOf("Files 1 to 20 were read.")]);
  expect(await compactHistory(desk.ports, desk.entries, "messages")).toBe("compacted");
  expect(desk.happened).toEqual(["flush", "summarise", "append"]);
  expect(compactionOf(desk.entries)).toMatchObject({ details: { prose: "Files 1 to 20 were read.", isByRule: false } });
  expect(desk.requests[0]).toMatchObject({ maxOutputTokens: 1_024, temperature: 0.2 });
  expect(desk.failures).toEqual([undefined]);
});

fact(
  "M27",
  "a summariser that fails costs its words: the entry has a summary by rule, and nobody sees an error",
  async () => {
    for (const kind of ["server", "spend-limit", "auth", "network"] as const) {
      const desk = compactionDesk(givenLog(40), [failsWith(kind)]);
      expect(await compactHistory(desk.ports, desk.entries, "messages")).toBe("compacted");
      const entry = compactionOf(desk.entries);
      expect(entry.details).toMatchObject({ isByRule: true, prose: expect.stringContaining("file_read 20×") });
      expect(entry.summary).toContain("src/file-15.ts");
      expect(desk.failures).toMatchObject([{ kind }]);
    }
  },
);

fact("TW-29", "two overflows of the summariser, then an answer: one entry, asked for with half each time", async () => {
  const desk = compactionDesk(givenLog(80), [failsWith("context-exceeded"), failsWith("too-large"), wordsOf("Read.")]);
  await compactHistory(desk.ports, desk.entries, "messages");
  expect(compactionOf(desk.entries).details).toMatchObject({ prose: "Read.", isByRule: false });
  expect(desk.requests.map(({ text }) => text.length <= 8_000)).toEqual([true, true, true]);
  expect(desk.requests[1]?.text.length).toBeLessThanOrEqual(4_000);
  expect(desk.requests[2]?.text.length).toBeLessThanOrEqual(2_000);
});

test("four overflows: the model is given up, the lists stay, and the failure is told", async () => {
  const desk = compactionDesk(
    givenLog(40),
    Array.from({ length: 9 }, () => failsWith("context-exceeded")),
  );
  expect(await compactHistory(desk.ports, desk.entries, "messages")).toBe("compacted");
  expect(desk.requests).toHaveLength(4);
  expect(compactionOf(desk.entries).details).toMatchObject({ isByRule: true });
  expect(desk.failures).toMatchObject([{ kind: "context-exceeded" }]);
});

test("an empty answer is no words; a stopped call or run leaves the log as it was", async () => {
  const empty = compactionDesk(givenLog(40), [wordsOf(" \n")]);
  await compactHistory(empty.ports, empty.entries, "messages");
  expect(compactionOf(empty.entries).details).toMatchObject({ isByRule: true });

  const stopped = compactionDesk(givenLog(40), [failsWith("aborted")]);
  expect(await compactHistory(stopped.ports, stopped.entries, "messages")).toBe("stopped");
  const held = compactionDesk(givenLog(40), []);
  held.boundary = "stop";
  expect(await compactHistory(held.ports, held.entries, "messages")).toBe("stopped");
  for (const desk of [stopped, held]) expect(desk.entries).toHaveLength(81);
});

fact(
  "TW-31",
  "where there is nothing to say, nothing is appended, and the step goes on as if none were due",
  async () => {
    const desk = compactionDesk(givenLog(40), [wordsOf(" \n"), wordsOf("Files were read.")]);
    const { planCompaction } = desk.ports;
    const bare = {
      ...desk.ports,
      planCompaction: async (...asked: Parameters<typeof planCompaction>) => {
        const plan = await planCompaction(...asked);
        return plan === undefined
          ? undefined
          : { ...plan, state: parsedState({ state: {} }) ?? plan.state, earlier: "" };
      },
    };
    expect(await compactHistory(bare, desk.entries, "messages")).toBe("not-needed");
    expect(desk.happened).toEqual(["flush", "summarise"]);
    expect(desk.entries).toHaveLength(81);
    // The same plan with words is written: it was the emptiness that kept it out of the log.
    expect(await compactHistory(bare, desk.entries, "messages")).toBe("compacted");
    expect(desk.entries).toHaveLength(82);
  },
);

test("what is not due is not planned; what is asked for is, due or not", async () => {
  const desk = compactionDesk(givenLog(12), [wordsOf("Read.")]);
  expect(await compactHistory(desk.ports, desk.entries, "messages")).toBe("not-needed");
  expect(desk.happened).toEqual([]);
  expect(await compactHistory(desk.ports, desk.entries, "asked")).toBe("compacted");
});

fact(
  "TW-32",
  "a second compaction is asked for with the first one's words, and its facts are still there",
  async () => {
    const desk = compactionDesk(givenLog(40, "The code name BLUEBIRD-77 stands in"), [
      wordsOf("The first half was read."),
      wordsOf("The second half was read."),
    ]);
    await compactHistory(desk.ports, desk.entries, "messages");
    const add = (payload: (typeof desk.entries)[number]["payload"]): string => {
      desk.entries.push({ id: `ent_${desk.entries.length}`, parentId: null, payload });
      return `ent_${desk.entries.length - 1}`;
    };
    for (let step = 41; step <= 80; step += 1) addStep(add, step, "Going on.");
    await compactHistory(desk.ports, desk.entries, "messages");
    expect(desk.requests[1]?.text).toContain("The first half was read.");
    const shown = project(desk.entries, { hasResultTool: false }).map(textOf).join("\n");
    expect(shown).toContain("BLUEBIRD-77");
    expect(shown).toContain("The first half was read.");
  },
);

test("steps of a turn are counted on across compactions, whatever was loaded of what came before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 }), async (growths) => {
      const desk = compactionDesk(
        givenLog(35),
        growths.map(() => wordsOf("Read.")),
      );
      let steps = 35;
      for (const growth of growths) {
        await compactHistory(desk.ports, desk.entries, "asked");
        expect(readTurnLog(desk.entries).steps).toBe(steps);
        expect(readTurnLog(loadedOf(desk.entries)).steps).toBe(steps);
        const add = (payload: (typeof desk.entries)[number]["payload"]): string => {
          desk.entries.push({ id: `ent_${desk.entries.length}`, parentId: null, payload });
          return `ent_${desk.entries.length - 1}`;
        };
        for (let at = 0; at < growth; at += 1) addStep(add, (steps += 1), "Going on.");
        expect(readTurnLog(loadedOf(desk.entries)).steps).toBe(steps);
      }
      add1(desk.entries);
      expect(readTurnLog(loadedOf(desk.entries)).steps).toBe(0);
    }),
    { numRuns: 40 },
  );
});

/** A new message of a person begins a new turn. */
function add1(entries: { id: string; parentId: string | null; payload: unknown }[]): void {
  const payload = { kind: "user-message", v: 1, content: [{ type: "text", text: "And now this." }] };
  entries.push({ id: `ent_${entries.length}`, parentId: null, payload });
}

/** What the engine loads: everything from the newest cut on, and the pinned brief. */
function loadedOf<T extends { id: string; payload: { kind: string; firstKeptEntryId?: unknown } }>(entries: T[]): T[] {
  const newest = entries.findLast(({ payload }) => payload.kind === "compaction");
  const from = entries.findIndex(({ id }) => id === newest?.payload.firstKeptEntryId);
  return entries.filter((_, at) => at === 0 || at >= from);
}
