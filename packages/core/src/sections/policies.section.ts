import { readTemplate } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";

const fill = readTemplate(new URL("./policies.md", import.meta.url), ["policies"]);

export const policies = defineSection({
  name: "policies",
  source: "platform text and organization.policies",
  render: ({ organization }) => fill({ policies: organization.policies?.trim() ?? "" }),
});
