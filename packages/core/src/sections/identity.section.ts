import { readText } from "../text/read-text.ts";
import type { ColleagueFacts } from "../prompt-facts.ts";
import { defineSection } from "./define-section.ts";

const DUTIES = readText(new URL("./manager-duties.md", import.meta.url));

/** Who the agent is and with whom it works. No live status: that would break the cached prefix. */
export const identity = defineSection({
  name: "identity",
  source: "agent, team and organization",
  render: ({ agent, organization, colleagues, people }) => {
    const about = [
      `You are ${agent.name}, a ${agent.position} at ${organization.name} (agent id ${agent.id}).`,
      ...(agent.skills.length === 0 ? [] : [`Your skills: ${agent.skills.join(", ")}.`]),
      ...(agent.managerName === undefined ? [] : [`Your manager: ${agent.managerName}.`]),
    ];
    const colleagueLines = colleagues.map(colleagueLine);
    const peopleLine = people.map((person) => `${person.name} (${person.role})`).join(", ");
    return [
      "## Who you are",
      ...about,
      ...(colleagueLines.length === 0 ? [] : ["Colleagues:", ...colleagueLines]),
      ...(peopleLine === "" ? [] : [`People: ${peopleLine}.`]),
      ...(agent.position === "manager" ? [DUTIES] : []),
    ].join("\n");
  },
});

function colleagueLine({ id, name, position, skills }: ColleagueFacts): string {
  return `- ${name} (${id}), ${position}${skills.length === 0 ? "" : `: ${skills.join(", ")}`}`;
}
