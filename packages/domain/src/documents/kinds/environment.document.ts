import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const environmentDocument = defineDocument({
  kind: "environment",
  owner: "organization",
  label: "Environment",
  hint: "What agents should know of the machines they run on: it stands below what was detected, and wins over it.",
  writer: "admin",
  maxChars: API_LIMITS.textChars,
});
