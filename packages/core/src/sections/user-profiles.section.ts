import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";

export const userProfiles = defineSection({
  name: "user-profiles",
  source: "person.profile",
  render: ({ people }) => {
    const profiles = people.flatMap(({ name, profile }) => {
      const text = profile?.trim() ?? "";
      return text === "" ? [] : [`${name}: ${cutText(text, PROMPT_LIMITS.userProfileChars)}`];
    });
    return profiles.length === 0 ? "" : ["About the people you work for:", ...profiles].join("\n");
  },
});
