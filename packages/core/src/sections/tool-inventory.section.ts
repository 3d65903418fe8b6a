import { TOOL_CATEGORIES } from "@cadre/domain";
import { defineSection } from "./define-section.ts";
import { categoryOf } from "./tool-category.ts";

/** The tools an agent has, one line a category. Equal sets give equal bytes (TW-46 to TW-49). */
export const toolInventory = defineSection({
  name: "tool-inventory",
  source: "agent's registered tools",
  render: ({ tools }) => {
    if (tools.length === 0) return "no tools registered";
    const lines = TOOL_CATEGORIES.map((category) => {
      const names = tools.filter((tool) => categoryOf(tool) === category).map((tool) => tool.name);
      return names.length === 0 ? [] : [`- ${category}: ${[...new Set(names)].sort().join(", ")}`];
    });
    return lines.flat().join("\n");
  },
});
