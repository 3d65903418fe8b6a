import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** A message of a colleague. */
export const agentMessage = defineScenario({
  name: "a2a",
  text: readText(new URL("./a2a.md", import.meta.url)),
  tools: undefined,
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: true,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
