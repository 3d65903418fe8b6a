import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const roleDocument = defineDocument({
  kind: "role",
  owner: "agent",
  label: "Role",
  hint: "What the agent is for and how it works.",
  writer: "admin",
  maxChars: API_LIMITS.textChars,
});
