import { defineSection } from "./define-section.ts";

/** Where a collapsed session came from: ids only, never a word of its summary (TW-36, TW-38). */
export const lineage = defineSection({
  name: "lineage",
  source: "session's collapse node",
  render: (facts) => {
    const { nodeId, sourceSessionId } = facts.lineage ?? {};
    if (nodeId === undefined && sourceSessionId === undefined) return "";
    return [
      "## Session lineage",
      "Collapse event:",
      ...(nodeId === undefined ? [] : [`node id: ${nodeId}`]),
      ...(sourceSessionId === undefined ? [] : [`source session id: ${sourceSessionId}`]),
    ].join("\n");
  },
});
