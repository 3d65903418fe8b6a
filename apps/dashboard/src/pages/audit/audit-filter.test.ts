import { expect, test } from "vitest";
import { auditFilterOf } from "./audit-filter.ts";

test("words of the address become what the API narrows by, and empty ones narrow nothing", () => {
  expect(auditFilterOf({ actor: "per_1", action: "task.", entity: " tsk_1 ", credential: "" })).toEqual({
    actorId: "per_1",
    action: "task.",
    entityId: "tsk_1",
  });
  expect(auditFilterOf({})).toEqual({});
});

test("days are whole: until a day includes it", () => {
  const { from, until } = auditFilterOf({ from: "2026-03-01", until: "2026-03-01" });
  expect(Date.parse(until ?? "") - Date.parse(from ?? "")).toBe(86_400_000);
});

test("what is no day is left out", () => {
  expect(auditFilterOf({ from: "yesterday", until: "2026-3-1" })).toEqual({});
});
