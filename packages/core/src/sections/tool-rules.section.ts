import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";

const TEXT = readText(new URL("./tool-rules.md", import.meta.url));

export const toolRules = defineSection({ name: "tool-rules", source: "platform text", render: () => TEXT });
