import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

export const taskExecution = defineScenario({
  name: "task_execution",
  text: readText(new URL("./task-execution.md", import.meta.url)),
  tools: undefined,
  maxSteps: undefined,
  runsCallsInParallel: false,
  isLightweight: false,
  endsBy: "submit",
  reminders: {
    submitEverySteps: RUN_LIMITS.submitReminderSteps,
    reflectEverySteps: RUN_LIMITS.reflectionCheckpointSteps,
  },
  retry: "turn",
});
