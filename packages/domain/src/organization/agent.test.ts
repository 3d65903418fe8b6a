import { expect, test } from "vitest";
import { AgentSettings, AgentSettingsChange, NewAgent } from "./agent.ts";

test("settings that were never set have their defaults, and a change of one leaves the others alone", () => {
  expect(AgentSettings.parse({ patrol: "daily" })).toEqual({
    maxConcurrentTasks: 1,
    toolIterationCap: 200,
    heartbeatCap: 30,
    patrol: "daily",
    trustLevel: null,
    compactsSessions: true,
    recoversFromOverflow: true,
    compactAboveMessages: "auto",
  });
  expect(AgentSettingsChange.parse({ heartbeatCap: 5 })).toEqual({ heartbeatCap: 5 });
  expect(NewAgent.parse({ name: "Walt" }).settings).toEqual({});
});

test("a tool cap is between 1 and 10,000 and an unknown setting is refused", () => {
  const accepted = (settings: unknown) => AgentSettings.safeParse(settings).success;
  expect([1, 10_000].map((toolIterationCap) => accepted({ toolIterationCap }))).toEqual([true, true]);
  expect([0, 10_001, 1.5].map((toolIterationCap) => accepted({ toolIterationCap }))).toEqual([false, false, false]);
  expect(accepted({ toolIterationCapp: 5 })).toBe(false);
});
