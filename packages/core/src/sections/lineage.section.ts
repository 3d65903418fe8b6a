import { defineSection } from "./define-section.ts";

/** Where a collapsed session came from: ids only, never a word of its summary (TW-36, TW-38); a blank one is none (TW-39). */
export const lineage = defineSection({
  name: "lineage",
  source: "session's collapse node",
  render: (facts) => {
    const nodeId = facts.lineage?.nodeId?.trim() ?? "";
    const sourceSessionId = facts.lineage?.sourceSessionId?.trim() ?? "";
    if (nodeId === "" && sourceSessionId === "") return "";
    return [
      "## Session lineage",
      "Collapse event:",
      ...(nodeId === "" ? [] : [`node id: ${nodeId}`]),
      ...(sourceSessionId === "" ? [] : [`source session id: ${sourceSessionId}`]),
    ].join("\n");
  },
});
