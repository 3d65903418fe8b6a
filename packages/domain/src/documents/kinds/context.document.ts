import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const contextDocument = defineDocument({
  kind: "context",
  owner: "organization",
  label: "Context",
  hint: "What the organization does and how it speaks. Every agent reads it.",
  writer: "admin",
  maxChars: API_LIMITS.textChars,
});
