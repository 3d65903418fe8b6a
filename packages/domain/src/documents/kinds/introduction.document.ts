import { API_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const introductionDocument = defineDocument({
  kind: "introduction",
  owner: "agent",
  label: "Introduction",
  hint: "The first sentence of all that the agent reads, in place of ours. A session may have another one.",
  writer: "admin",
  maxChars: API_LIMITS.sentenceChars,
});
