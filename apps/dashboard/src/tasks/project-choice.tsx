import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project } from "../api/queries/organization.ts";
import { useMay } from "../people/use-may.ts";
import { NewProjectDialog } from "../projects/new-project-dialog.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/field.tsx";

type ProjectChoiceProps = {
  readonly projects: readonly Project[];
  readonly projectId: string;
  readonly error: string | undefined;
  readonly onChange: (projectId: string) => void;
};

/** The project of a new task, or a new one for it. */
export function ProjectChoice({ projects, projectId, error, onChange }: ProjectChoiceProps): ReactNode {
  return (
    <div className="flex items-end gap-2 sm:col-span-3">
      <SelectField
        label="Project"
        className="min-w-0 flex-1"
        value={projectId}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      >
        {projects.map((project) => (
          <option key={project.id} value={project.id}>
            {project.key} · {safeText(project.name)}
          </option>
        ))}
      </SelectField>
      <NewProjectButton onMade={onChange} />
    </div>
  );
}

/** Leads to a new project whoever may make one. */
export function NewProjectButton({ onMade }: { readonly onMade?: (projectId: string) => void }): ReactNode {
  const mayMake = useMay("admin");
  const [isMaking, setIsMaking] = useState(false);
  if (!mayMake) return null;
  return (
    <>
      <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => setIsMaking(true)}>
        New project
      </Button>
      {isMaking && <NewProjectDialog onClose={() => setIsMaking(false)} onMade={({ id }) => onMade?.(id)} />}
    </>
  );
}
