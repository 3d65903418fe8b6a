import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";
import { hasTool } from "./has-tool.ts";

const RULES = readText(new URL("./communication-rules.md", import.meta.url));
const NOTEBOOK = readText(new URL("./notebook-rules.md", import.meta.url));
const PACKAGES = readText(new URL("./package-rules.md", import.meta.url));

export const communicationRules = defineSection({
  name: "communication-rules",
  source: "platform text",
  render: (facts) => {
    const notebook = hasTool(facts, "update_notebook") ? [NOTEBOOK] : [];
    const packages = hasTool(facts, "package_install") ? [PACKAGES] : [];
    return [RULES, ...notebook, ...packages].join("\n");
  },
});
