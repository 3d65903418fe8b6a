import { expect, test } from "vitest";
import { compareRun } from "./compare-run.ts";
import type { FactResult } from "./fact-result.ts";
import { factsIn } from "./named-fact.ts";
import { recordAfter, type RecordedFact, standingOf } from "./recorded-fact.ts";
import { COMPUTED_NAME, SAMPLE_NAMES } from "./sample-tests.fixture.ts";

const FILE = "packages/core/src/order.test.ts";
const NAMED = factsIn(FILE, SAMPLE_NAMES);
const [m1, tw2, m3] = NAMED;

function ran(id: string, title: string, result: FactResult["result"], why?: string): FactResult {
  return { id, title, file: FILE, result, ...(why === undefined ? {} : { why }) };
}

const ALL_PASSED = [
  ran("M1", "order is kept", "passed"),
  ran("TW-02", "order is kept", "passed"),
  ran("M3", 'seed 7 is (always) "drawn"', "passed"),
];
const RECORD = recordAfter(NAMED, [], ALL_PASSED);

function compared(results: readonly FactResult[], record: readonly RecordedFact[] = RECORD) {
  return compareRun(record, results, (file) => !file.startsWith("e2e/crash"));
}

test("facts are read with all their ids; a name that is computed is an error", () => {
  expect(NAMED.map(({ id, title }) => `${id} ${title}`)).toEqual([
    "M1 order is kept",
    "TW-02 order is kept",
    'M3 seed ${seed} is (always) "drawn"',
  ]);
  expect(() => factsIn(FILE, COMPUTED_NAME)).toThrow("not literals");
});

test("a fact stands as its tests ended: one that fails is a failure, one of several that is skipped is none", () => {
  const drawn = (...results: FactResult["result"][]) =>
    results.map((result, seed) => ran("M3", `seed ${seed} is (always) "drawn"`, result));
  expect(m3 && standingOf(m3, drawn("passed", "failed", "skipped")).result).toBe("failed");
  expect(m3 && standingOf(m3, drawn("skipped", "passed")).result).toBe("passed");
  expect(m3 && standingOf(m3, [ran("M3", 'seed 1 is always "drawn"', "passed")]).result).toBe("missing");
  expect(m1 && standingOf(m1, [{ ...ran("M1", "order is kept", "passed"), file: "other.test.ts" }]).result).toBe(
    "missing",
  );
  expect(m1 && standingOf(m1, [ran("M1", "order is kept", "skipped", "no Redis")])).toMatchObject({
    result: "skipped",
    why: "no Redis",
  });
});

test("a part of the tests adds its results; what did not run, or was skipped here, stays as it is known", () => {
  const part = recordAfter(NAMED, RECORD, [
    ran("M1", "order is kept", "failed"),
    ran("TW-02", "order is kept", "skipped", "no Redis"),
  ]);
  expect(Object.fromEntries(part.map(({ id, result }) => [id, result]))).toEqual({
    M1: "failed",
    "TW-02": "passed",
    M3: "passed",
  });
  const skipped = recordAfter(NAMED, [], [ran("TW-02", "order is kept", "skipped", "no Redis")]);
  expect(skipped.find(({ id }) => id === "TW-02")).toEqual({ ...tw2, result: "skipped", why: "no Redis" });
  expect(skipped.find(({ id }) => id === "M1")?.result).toBe("missing");
  expect(recordAfter([], RECORD, ALL_PASSED)).toEqual([]);
});

test("a run that shows what the paper says has no problem", () => {
  expect(compared(ALL_PASSED)).toEqual({ problems: [], skipped: [] });
});

test("a fact that the paper has as passed and that fails, or does not run, is a problem", () => {
  const [first, ...others] = ALL_PASSED;
  expect(compared(others).problems).toEqual([expect.stringContaining("did not run")]);
  expect(compared([ran("M1", "order is kept", "failed"), ...others]).problems).toEqual([
    expect.stringContaining("failed"),
  ]);
  expect(first?.id).toBe("M1");
});

test("a fact that passes and that the paper does not have, or not as passed, is a problem", () => {
  const unlisted = { ...ran("M9", "hidden in a fixture", "passed"), file: "packages/core/src/x.fixture.ts" };
  expect(compared([...ALL_PASSED, unlisted]).problems).toEqual([expect.stringContaining("does not have it")]);
  const unrecorded = recordAfter(NAMED, [], ALL_PASSED.slice(1));
  expect(compared(ALL_PASSED, unrecorded).problems).toEqual([expect.stringContaining("has it as missing")]);
});

test("a fact that this machine cannot try is told with the reason, and is no problem", () => {
  const [, ...others] = ALL_PASSED;
  const { problems, skipped } = compared([ran("M1", "order is kept", "skipped", "there is no Redis"), ...others]);
  expect(problems).toEqual([]);
  expect(skipped).toEqual([expect.stringContaining("there is no Redis")]);
});

test("facts of tests that a whole run leaves out are not asked for", () => {
  const crash = NAMED.map((fact) => ({ ...fact, file: "e2e/crash/kill.db.test.ts" }));
  const record = recordAfter(
    crash,
    [],
    ALL_PASSED.map((one) => ({ ...one, file: "e2e/crash/kill.db.test.ts" })),
  );
  expect(record.every(({ result }) => result === "passed")).toBe(true);
  expect(compared([], record).problems).toEqual([]);
});
