import { Fault } from "@cadre/shared";
import { eventually } from "@cadre/testkit";
import { expect, test } from "vitest";
import { watchAccess } from "./watch-access.ts";

/** Watches with looks that end one after another as said; the last one for ever. */
async function closedAfter(looks: readonly (boolean | Error)[]): Promise<number> {
  let count = 0;
  let closedAt: number | undefined;
  const stop = watchAccess({
    everyMs: 1,
    check: async () => {
      const look = looks[Math.min(count, looks.length - 1)] ?? true;
      count += 1;
      if (look instanceof Error) throw look;
      return look;
    },
    close: () => (closedAt ??= count),
  });
  try {
    return await eventually(() => closedAt, "the stream to be closed");
  } finally {
    stop();
  }
}

function fault(kind: Fault["kind"]): Fault {
  return new Fault(kind, "test.reason", { message: "No." });
}

test.each([
  ["works in another organization now", [true, true, false], 3],
  ["was signed out", [true, fault("unauthenticated")], 2],
  ["was removed", [true, fault("forbidden")], 2],
  ["cannot be looked up for a while, and then was signed out", [fault("unavailable"), new Error("broken"), false], 3],
])("the stream of a reader who %s is closed", async (_, looks, at) => {
  expect(await closedAfter(looks)).toBe(at);
});
