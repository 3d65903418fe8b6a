import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";
import { hasToolOf } from "./has-tool.ts";

const TEXT = readText(new URL("./orchestration.md", import.meta.url));

export const orchestration = defineSection({
  name: "orchestration",
  source: "platform text",
  render: (facts) => (hasToolOf(facts, "dag_") ? TEXT : ""),
});
