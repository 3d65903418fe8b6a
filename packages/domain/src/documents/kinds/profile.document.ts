import { API_LIMITS, PROMPT_LIMITS } from "@cadre/shared";
import { defineDocument } from "../define-document.ts";

export const profileDocument = defineDocument({
  kind: "profile",
  owner: "person",
  label: "Profile",
  hint: "What agents should know of this person: what they do, and how they like results.",
  ownHint: "What agents should know of you: what you do, and how you like results.",
  writer: "admin",
  alsoWrittenBy: "its-person",
  shownChars: PROMPT_LIMITS.userProfileChars,
  maxChars: API_LIMITS.textChars,
});
