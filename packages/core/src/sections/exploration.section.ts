import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";

const TEXT = readText(new URL("./exploration.md", import.meta.url));

export const exploration = defineSection({ name: "exploration", source: "platform text", render: () => TEXT });
