import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";
import { categoryOf } from "./tool-category.ts";

const RULES = readText(new URL("./harness-rules.md", import.meta.url));
const AUTOMATION = readText(new URL("./automation-rules.md", import.meta.url));

/** How to behave, for the profile that has no policies of an organization. */
export const harnessRules = defineSection({
  name: "harness-rules",
  source: "platform text",
  render: ({ tools }) => {
    const automates = tools.some((tool) => categoryOf(tool) === "Automation & skills");
    return automates ? `${RULES}\n${AUTOMATION}` : RULES;
  },
});
