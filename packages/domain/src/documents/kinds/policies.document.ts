import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const policiesDocument = defineDocument({
  kind: "policies",
  owner: "organization",
  label: "Policies",
  hint: "What every agent must and must not do.",
  writer: "admin",
  maxChars: API_LIMITS.textChars,
});
