import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** Comments on a task or requirement that the agent should answer. */
export const commentResponse = defineScenario({
  name: "comment_response",
  text: readText(new URL("./comment-response.md", import.meta.url)),
  tools: undefined,
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: true,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
