import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** A message in a channel with several members. The rules stand here, so that a message carries only what changes (M58). */
export const groupChat = defineScenario({
  name: "group_chat",
  text: readText(new URL("./group-chat.md", import.meta.url)),
  tools: undefined,
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: false,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
