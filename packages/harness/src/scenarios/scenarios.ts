import type { Scenario } from "./define-scenario.ts";
import { heartbeat } from "./heartbeat.scenario.ts";
import { review } from "./review.scenario.ts";
import { taskExecution } from "./task-execution.scenario.ts";

/** Every scenario. Adding one is its file, its text and one line here. */
export const SCENARIOS: readonly Scenario[] = [taskExecution, review, heartbeat];

/** Throws on a name that no item type may carry: a bug, not an input. */
export function scenarioOf(name: string): Scenario {
  const scenario = SCENARIOS.find((known) => known.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario named ${name}.`);
  return scenario;
}
