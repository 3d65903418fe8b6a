import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";

const TEXT = readText(new URL("./task-workflow.md", import.meta.url));

export const taskWorkflow = defineSection({ name: "task-workflow", source: "platform text", render: () => TEXT });
