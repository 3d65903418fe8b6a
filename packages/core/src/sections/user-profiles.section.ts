import { PROMPT_LIMITS } from "@cadre/shared";
import type { TeamFacts } from "../prompt-facts.ts";
import { cutText } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";

export const userProfiles = defineSection({
  name: "user-profiles",
  source: "person.profile and team members",
  render: ({ people, team }) => {
    const profiles = people.flatMap(({ name, profile }) => {
      const text = profile?.trim() ?? "";
      return text === "" ? [] : [`${name}: ${cutText(text, PROMPT_LIMITS.userProfileChars)}`];
    });
    return [...(profiles.length === 0 ? [] : ["About the people you work for:", ...profiles]), ...teamLine(team)].join(
      "\n",
    );
  },
});

function teamLine(team: TeamFacts | undefined): readonly string[] {
  const members = team?.memberNames ?? [];
  if (team === undefined || members.length === 0) return [];
  const led = team.managerName === undefined ? "" : `, led by ${team.managerName}`;
  return [`Your team ${team.name}${led}: ${members.join(", ")}.`];
}
