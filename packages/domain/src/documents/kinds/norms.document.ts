import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const normsDocument = defineDocument({
  kind: "norms",
  owner: "team",
  label: "Team norms",
  hint: "How the team works.",
  writer: "admin",
  alsoWrittenBy: "its-manager",
  maxChars: API_LIMITS.textChars,
});
