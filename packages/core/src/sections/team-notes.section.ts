import { defineSection } from "./define-section.ts";

export const teamNotes = defineSection({
  name: "team-notes",
  source: "team.announcements and team.norms",
  render: ({ team }) => {
    const announcements = team?.announcements?.trim() ?? "";
    const norms = team?.norms?.trim() ?? "";
    if (team === undefined || announcements + norms === "") return "";
    return [
      `## Team ${team.name}`,
      ...(announcements === "" ? [] : [`Announcements:\n${announcements}`]),
      ...(norms === "" ? [] : [`Norms:\n${norms}`]),
    ].join("\n");
  },
});
