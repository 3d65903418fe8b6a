import { PROMPT_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const announcementDocument = defineDocument({
  kind: "announcement",
  owner: "announcement",
  label: "Announcement",
  hint: "What agents should know for a while.",
  writer: "admin",
  maxChars: PROMPT_LIMITS.announcementChars,
});
