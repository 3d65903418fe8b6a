import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const checklistDocument = defineDocument({
  kind: "checklist",
  owner: "agent",
  label: "Checklist",
  hint: "What it looks after at its beats, line by line.",
  writer: "admin",
  maxChars: API_LIMITS.textChars,
});
