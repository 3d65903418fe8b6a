import { expect, test } from "vitest";
import { changesBetween } from "./configuration-changes.ts";

const SET_UP = {
  name: "Bo",
  position: "worker",
  teamId: null,
  managerId: null,
  skills: ["csv"],
  settings: { heartbeatCap: 5 },
  schedule: null,
} as const;

type Configuration = Parameters<typeof changesBetween>[0];

function changed(change: Partial<Configuration>): string[] {
  const before = { ...SET_UP, skills: [...SET_UP.skills] };
  return changesBetween(before, { ...before, ...change });
}

test("each thing that changed is said once, and nothing else", () => {
  expect(changed({})).toEqual([]);
  expect(changed({ name: "Boo" })).toEqual(["name Bo → Boo"]);
  expect(changed({ teamId: "tea_1", managerId: "agt_1" })).toEqual(["another team", "another manager"]);
  expect(changed({ skills: [] })).toEqual(["skills none"]);
  expect(changed({ settings: { patrol: "daily" } })).toEqual([
    "tool steps in a beat 5 → default",
    "patrol default → daily",
  ]);
  expect(changed({ schedule: { every: "1h" } })).toHaveLength(1);
});
