import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** A step of a workflow that waits for the agent. */
export const workflowAction = defineScenario({
  name: "workflow_action",
  text: readText(new URL("./workflow-action.md", import.meta.url)),
  tools: undefined,
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: false,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
