import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";

const TEXT = readText(new URL("./deliverable-format.md", import.meta.url));

export const deliverableFormat = defineSection({
  name: "deliverable-format",
  source: "platform text",
  render: () => TEXT,
});
