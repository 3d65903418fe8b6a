import { RESULT_TOOL } from "../projection/shown-result.ts";
import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";
import { hasTool } from "./has-tool.ts";

const LOG = readText(new URL("./session-model.md", import.meta.url));
const EXCERPTS = readText(new URL("./session-model-excerpts.md", import.meta.url));
const PAGING = readText(new URL("./session-model-paging.md", import.meta.url));
const NOTES = readText(new URL("./session-model-notes.md", import.meta.url));
const SITUATION = readText(new URL("./session-model-situation.md", import.meta.url));

/** One paragraph on the log, its long results and the platform's own words; only a full prompt has a situation block. */
export const sessionModel = defineSection({
  name: "session-model",
  source: "platform text",
  render: (facts) => {
    const results = hasTool(facts, RESULT_TOOL) ? PAGING : EXCERPTS;
    return [LOG, results, NOTES, ...(facts.profile === "harness" ? [] : [SITUATION])].join(" ");
  },
});
