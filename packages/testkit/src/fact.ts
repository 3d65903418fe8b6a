import { test } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Ids of the facts of the specification that a test proves. */
    cadreFacts?: readonly string[];
  }
}

/** Marks a test's metadata so that the facts reporter can write `test-results/facts.json`. */
export const FACT_META = "cadreFacts";

/**
 * Declares the test of one or more numbered facts of the specification (`M17`, `TW-03`, `I8`, `PEER-T11`, `PERF-P6`).
 * Ids are literals, so that a search finds the test of a fact.
 */
// oxlint-disable-next-line max-params -- the time limit comes last and is rare, as in vitest itself
export function fact(ids: string | readonly string[], title: string, run: () => unknown, timeoutMs?: number): void {
  const list = typeof ids === "string" ? [ids] : [...ids];
  const limit = timeoutMs === undefined ? {} : { timeout: timeoutMs };
  test(`[${list.join(", ")}] ${title}`, { ...limit, meta: { [FACT_META]: list } }, async () => {
    await run();
  });
}
