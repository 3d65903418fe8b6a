import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** A person talks with the agent and watches the reply come in. */
export const chat = defineScenario({
  name: "chat",
  text: readText(new URL("./chat.md", import.meta.url)),
  tools: undefined,
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: false,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
