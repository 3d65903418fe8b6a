import { RESULT_TOOL } from "../projection/shown-result.ts";
import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";
import { hasTool } from "./has-tool.ts";

const PLAIN = readText(new URL("./session-model.md", import.meta.url));
const WITH_PAGING = readText(new URL("./session-model-paging.md", import.meta.url));

export const sessionModel = defineSection({
  name: "session-model",
  source: "platform text",
  render: (facts) => (hasTool(facts, RESULT_TOOL) ? WITH_PAGING : PLAIN),
});
