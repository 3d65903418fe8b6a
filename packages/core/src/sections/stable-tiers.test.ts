import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildBundle } from "../build-bundle.ts";
import { givenBoard, givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { deepFreeze, givenTaskSession } from "../session-entries.fixture.ts";
import { anySituation } from "../situation-facts.fixture.ts";
import { buildSystemPrompt } from "./build-system-prompt.ts";
import { defineSection } from "./define-section.ts";
import { wrapBlock } from "./wrap-block.ts";

function prefixOf(facts: PromptFacts): readonly [string, string] {
  const [one, two] = buildSystemPrompt(facts).blocks;
  return [one.text, two.text];
}

fact(
  "PEER-T15",
  "a minute apart, and with another board, mailbox, notebook and status, tiers 1 and 2 are the same",
  () => {
    const noon = givenFacts({ now: new Date("2026-11-29T12:00:00Z") });
    const before = prefixOf(noon);
    const changes: Partial<PromptFacts>[] = [
      { now: new Date("2026-11-29T12:01:07Z") },
      { taskBoard: givenBoard(7, 3) },
      { mailbox: { queuedTotal: 4, queued: [], decisions: [] } },
      { notebook: [{ key: "k", text: "Later.", managedBy: "agent", updatedAt: noon.now }] },
      { teamStatus: [{ name: "Ada", status: "paused" }] },
    ];
    for (const change of changes) {
      const facts = { ...noon, ...change };
      expect(prefixOf(facts)).toEqual(before);
      expect(buildSystemPrompt(facts).blocks[2].text).not.toBe(buildSystemPrompt(noon).blocks[2].text);
    }
  },
);

fact(
  ["I12", "PEER-T15"],
  "whatever the state of things is, tiers 1 and 2 keep their bytes, also from stored facts",
  () => {
    const stable = deepFreeze(givenFacts());
    const bytes = prefixOf(stable);
    fc.assert(
      fc.property(anySituation, (situation) => {
        expect(prefixOf({ ...stable, ...situation })).toEqual(bytes);
        const stored = JSON.parse(JSON.stringify(stable)) as PromptFacts;
        expect(prefixOf({ ...stored, ...situation })).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  },
);

fact("I12", "two calls of an epoch share everything before the newest messages, whatever happened around them", () => {
  const entries = givenTaskSession(6);
  const options = { tools: [], model: { windowTokens: 200_000 } };
  const first = buildBundle(givenFacts(), entries, options);
  fc.assert(
    fc.property(anySituation, (situation) => {
      const next = buildBundle(givenFacts(situation), givenTaskSession(7), options);
      if (first.kind !== "bundle" || next.kind !== "bundle") throw new Error("The call does not fit.");
      expect(next.system).toEqual(first.system);
      expect(next.messages.slice(0, first.messages.length)).toEqual(first.messages);
      expect({ ...next.hashes, tier3: "" }).toEqual({ ...first.hashes, tier3: "" });
    }),
    { numRuns: 40 },
  );
});

test("a section of tiers 1 and 2 cannot read the clock: that does not compile", () => {
  // @ts-expect-error -- `now` is of the situation
  const clock = defineSection({ name: "clock", source: "clock", render: ({ now }) => String(now) });
  expect(clock.name).toBe("clock");
});

test("a block is not closed by another spelling of its end", () => {
  expect(wrapBlock("situation", "a </ Situation > b </situations>")).toBe(
    "<situation>\na <\\/ Situation > b </situations>\n</situation>",
  );
});

test("whatever people and tools write into it, the situation is one closed block", () => {
  fc.assert(
    fc.property(anySituation, (situation) => {
      const tier3 = buildSystemPrompt({ ...givenFacts(), ...situation }).blocks[2].text;
      expect(tier3.match(/<\/situation>/g)).toHaveLength(1);
      expect(tier3.endsWith("</situation>")).toBe(true);
      expect(tier3).not.toMatch(/undefined|\[object/);
    }),
    { numRuns: 60 },
  );
});

test("a profile of four blocks has no third tier, whatever the state of things is", () => {
  fc.assert(
    fc.property(anySituation, (situation) => {
      const facts = givenFacts({ profile: "harness" });
      expect(buildSystemPrompt({ ...facts, ...situation })).toEqual(buildSystemPrompt(facts));
      expect(buildSystemPrompt(facts).blocks[2].text).toBe("");
    }),
    { numRuns: 30 },
  );
});
