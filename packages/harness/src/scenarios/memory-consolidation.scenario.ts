import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** The agent tidies what it knows. Without tools: its reply is read by the platform. */
export const memoryConsolidation = defineScenario({
  name: "memory_consolidation",
  text: readText(new URL("./memory-consolidation.md", import.meta.url)),
  tools: [],
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: true,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
