import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const announcementsDocument = defineDocument({
  kind: "announcements",
  owner: "team",
  label: "Team announcements",
  hint: "What is going on in the team.",
  writer: "admin",
  alsoWrittenBy: "its-manager",
  maxChars: API_LIMITS.textChars,
});
