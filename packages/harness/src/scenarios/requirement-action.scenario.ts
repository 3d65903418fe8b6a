import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** A change of a requirement that asks for something. */
export const requirementAction = defineScenario({
  name: "requirement_action",
  text: readText(new URL("./requirement-action.md", import.meta.url)),
  tools: undefined,
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: false,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
