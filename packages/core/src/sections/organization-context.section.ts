import { defineSection } from "./define-section.ts";

export const organizationContext = defineSection({
  name: "organization-context",
  source: "organization.context",
  render: ({ organization }) => {
    const text = organization.context?.trim() ?? "";
    return text === "" ? "" : `## About ${organization.name}\n${text}`;
  },
});
