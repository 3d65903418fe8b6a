import { readText } from "../text/read-text.ts";
import { defineSection } from "./define-section.ts";

const INTRODUCTION = readText(new URL("./introduction.md", import.meta.url));

/** The first sentence of the harness; a session may bring its own (TW-42). */
export const introduction = defineSection({
  name: "introduction",
  source: "platform text or session metadata harnessIntroduction",
  render: ({ harnessIntroduction }) => harnessIntroduction?.trim() || INTRODUCTION,
});
