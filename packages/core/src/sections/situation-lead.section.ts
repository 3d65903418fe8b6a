import { readText } from "../text/read-text.ts";
import { defineSituationSection } from "./define-section.ts";

const TEXT = readText(new URL("./situation-lead.md", import.meta.url));

/** Tier 3 stands after the newest message: it must not be taken for one. */
export const situationLead = defineSituationSection({
  name: "situation-lead",
  source: "platform text",
  render: () => TEXT,
});
