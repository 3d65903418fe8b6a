import { createHash } from "node:crypto";
import type { ToolSpec } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { afterEach, expect } from "vitest";
import { buildBundle } from "../build-bundle.ts";
import { givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { givenTaskSession } from "../session-entries.fixture.ts";
import { anySituation } from "../situation-facts.fixture.ts";

const MACHINE = { TZ: process.env["TZ"], LANG: process.env["LANG"] };
afterEach(() => setMachine(MACHINE));

const TOOLS: readonly ToolSpec[] = ["file_read", "file_write", "task_note"].map((name) => ({
  name,
  description: `Does what ${name} says.`,
  parameters: { type: "object", properties: { path: { type: "string" } } },
}));

function setMachine(settings: Readonly<Record<"TZ" | "LANG", string | undefined>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** The bytes a provider caches before the history: tools, tier 1, tier 2. */
function prefixHash(facts: PromptFacts, steps: number): string {
  const options = { tools: TOOLS, model: { windowTokens: 200_000 } };
  const bundle = buildBundle(facts, givenTaskSession(steps), options);
  if (bundle.kind !== "bundle") throw new Error(bundle.message);
  return createHash("sha256")
    .update(canonicalJson({ tools: bundle.tools, system: bundle.system }))
    .digest("hex");
}

const assembly = fc.record({
  situation: anySituation,
  steps: fc.nat(6),
  machine: fc.record({
    TZ: fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"),
    LANG: fc.constantFrom("C", "de_DE.UTF-8", "tr_TR.UTF-8", "ja_JP.UTF-8"),
  }),
  /** Read back from rows, as after a restart, with what people typed in another order of keys. */
  isRestarted: fc.boolean(),
});

fact(
  "PERF-C3",
  "a thousand assemblies over time, situations, machines and restarts begin with the same bytes",
  () => {
    const stable = givenFacts();
    const first = prefixHash(stable, 0);
    fc.assert(
      fc.property(assembly, ({ situation, steps, machine, isRestarted }) => {
        setMachine(machine);
        const read = isRestarted ? (JSON.parse(JSON.stringify(stable)) as PromptFacts) : stable;
        expect(prefixHash({ ...read, ...situation }, steps)).toBe(first);
      }),
      { numRuns: 1_000 },
    );
    expect(prefixHash(givenFacts({ harnessIntroduction: "You are new." }), 0)).not.toBe(first);
  },
  120_000,
);
