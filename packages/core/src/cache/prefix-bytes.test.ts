import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { afterEach, expect } from "vitest";
import { givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { anySituation } from "../situation-facts.fixture.ts";
import { prefixHash } from "./prefix-hash.fixture.ts";

const PRINT = fileURLToPath(new URL("./print-prefix.fixture.ts", import.meta.url));
const TZ = process.env["TZ"];
afterEach(() => setZone(TZ));

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
}

/** The same value read from a text in which every object has its keys in the opposite order. */
function readReversed<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toReversed())
        : each,
    ),
  ) as Value;
}

const assembly = fc.record({
  situation: anySituation,
  steps: fc.nat(6),
  zone: fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"),
  /** Read back from rows, as after a restart, with every object's keys in another order. */
  isRestarted: fc.boolean(),
});

fact(
  "PERF-C3",
  "a thousand assemblies over time, situations, time zones and restarts begin with the same bytes",
  () => {
    const stable = givenFacts();
    const first = prefixHash(stable, 0);
    fc.assert(
      fc.property(assembly, ({ situation, steps, zone, isRestarted }) => {
        setZone(zone);
        const read: PromptFacts = isRestarted ? readReversed(stable) : stable;
        expect(prefixHash({ ...read, ...situation }, steps)).toBe(first);
      }),
      { numRuns: 1_000 },
    );
    expect(prefixHash(givenFacts({ harnessIntroduction: "You are new." }), 0)).not.toBe(first);
  },
  600_000,
);

fact("PERF-C3", "a process with another language and time zone begins with the same bytes", () => {
  const printed = execFileSync(process.execPath, ["--conditions=cadre-source", PRINT], {
    env: { ...process.env, NODE_OPTIONS: "", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Auckland" },
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toEqual({
    hash: prefixHash(givenFacts(), 0),
    // It was another machine: numbers are written otherwise there.
    number: "1.234,5",
    zone: "Pacific/Auckland",
  });
});
