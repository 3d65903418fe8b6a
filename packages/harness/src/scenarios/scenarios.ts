import { agentMessage } from "./a2a.scenario.ts";
import { chat } from "./chat.scenario.ts";
import { commentResponse } from "./comment-response.scenario.ts";
import type { Scenario } from "./define-scenario.ts";
import { deliberation } from "./deliberation.scenario.ts";
import { groupChat } from "./group-chat.scenario.ts";
import { heartbeat } from "./heartbeat.scenario.ts";
import { memoryConsolidation } from "./memory-consolidation.scenario.ts";
import { requirementAction } from "./requirement-action.scenario.ts";
import { review } from "./review.scenario.ts";
import { taskExecution } from "./task-execution.scenario.ts";
import { workflowAction } from "./workflow-action.scenario.ts";

/** Every scenario. Adding one is its file, its text and one line here. */
export const SCENARIOS: readonly Scenario[] = [
  chat,
  taskExecution,
  heartbeat,
  agentMessage,
  groupChat,
  commentResponse,
  deliberation,
  review,
  memoryConsolidation,
  requirementAction,
  workflowAction,
];

/** Throws on a name that no item type may carry: a bug, not an input. */
export function scenarioOf(name: string): Scenario {
  const scenario = SCENARIOS.find((known) => known.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario named ${name}.`);
  return scenario;
}
