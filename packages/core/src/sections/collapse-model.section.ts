import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";
import { hasToolOf } from "./has-tool.ts";

const TEXT = readText(new URL("./collapse-model.md", import.meta.url));

/** Told only where sessions of a graph can be read; the guidance that the lineage block leaves out stands here. */
export const collapseModel = defineSection({
  name: "collapse-model",
  source: "platform text",
  render: (facts) => (hasToolOf(facts, "session_graph_") ? TEXT : ""),
});
