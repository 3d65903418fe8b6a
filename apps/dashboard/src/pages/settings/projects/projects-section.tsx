import type { ReactNode } from "react";
import { ProjectsCard } from "./projects-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

/** What tasks and agents are sorted by. */
export function ProjectsSection(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <ProjectsCard />
      <TeamsCard />
    </div>
  );
}
