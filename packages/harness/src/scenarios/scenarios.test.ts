import { buildSystemPrompt, type PromptFacts } from "@cadre/core";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import type { Scenario } from "./define-scenario.ts";
import { scenarioOf, SCENARIOS } from "./scenarios.ts";

const LIGHTWEIGHT = ["heartbeat", "a2a", "comment_response", "memory_consolidation"];

/** Facts of an agent with something to show in every list. */
function factsOf({ name, text, isLightweight }: Scenario): PromptFacts {
  const now = new Date("2026-11-29T09:15:42Z");
  return {
    agent: { id: "agt_bo", name: "Bo", position: "worker", roleText: "", skills: [] },
    organization: { name: "Acme", timeZone: "UTC" },
    tools: [],
    colleagues: [],
    people: [],
    home: "/data/agents/bo",
    scenario: { name, text, isLightweight },
    announcements: [],
    feedback: [],
    deliverables: [{ type: "file", title: "Cleaned sales", reference: "clean.csv" }],
    sharedDeliverables: [{ type: "link", title: "House style", reference: "https://acme.test/style" }],
    notebook: [],
    activatedSkills: [],
    conversations: [{ title: "Holiday plan", with: "Kim", lastAt: now }],
    taskBoard: {
      mine: [{ id: "tsk_1", key: "DEMO-1", title: "Clean", status: "in_progress", priority: "high" }],
      mineTotal: 1,
      team: [],
      teamTotal: 0,
      closedTotal: 0,
    },
    now,
  };
}

test("there are eleven scenarios, each told apart by its name and saying who sees its output", () => {
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(11);
  for (const { name, text } of SCENARIOS) {
    expect([name, text.match(/^Who sees your output: /gm)?.length]).toEqual([name, 1]);
  }
  expect(() => scenarioOf("distillation")).toThrow("no scenario named distillation");
});

fact(["M42", "M43"], "any two scenarios share tier 1, and tier 2 up to the scenario that ends it", () => {
  const prompts = SCENARIOS.map((scenario) => ({ scenario, ...buildSystemPrompt(factsOf(scenario)) }));
  const [first] = prompts;
  for (const { scenario, blocks } of prompts) {
    expect(blocks[0].text).toBe(first?.blocks[0].text);
    expect(blocks[1].text.endsWith(scenario.text)).toBe(true);
    const before = blocks[1].text.slice(0, -scenario.text.length);
    expect(first?.blocks[1].text.startsWith(before)).toBe(true);
  }
});

fact("M57", "a beat, a colleague's message and comments show no task board, deliverables or conversations", () => {
  expect(SCENARIOS.filter(({ isLightweight }) => isLightweight).map(({ name }) => name)).toEqual(LIGHTWEIGHT);
  for (const scenario of SCENARIOS) {
    const shown = buildSystemPrompt(factsOf(scenario)).blocks[2].text;
    const lists = ["## Task board", "Cleaned sales", "House style", "Holiday plan"].filter((each) =>
      shown.includes(each),
    );
    expect([scenario.name, lists.length]).toEqual([scenario.name, scenario.isLightweight ? 0 : 4]);
  }
});
