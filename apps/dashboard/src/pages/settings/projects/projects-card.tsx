import { useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ellipsis, FolderKanban, PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Project, projects } from "../../../api/queries/organization.ts";
import { useMay } from "../../../people/use-may.ts";
import { useProjectChange } from "../../../projects/use-project-change.ts";
import { NewProjectButton } from "../../../tasks/project-choice.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { RenameDialog } from "../../../ui/rename-dialog.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";

/** Every project, those that are archived last. */
export function ProjectsCard(): ReactNode {
  const list = useQuery(projects);
  const all = (list.data?.data ?? []).toSorted(
    (one, other) => Number(one.archivedAt !== null) - Number(other.archivedAt !== null),
  );
  return (
    <Card title="Projects" padding="flush" actions={all.length > 0 && <NewProjectButton />}>
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && <ErrorState error={list.error} doing="read the projects" onRetry={() => void list.refetch()} />}
      {list.isSuccess && all.length === 0 && (
        <EmptyState
          icon={<FolderKanban className="size-7" aria-hidden />}
          title="There is no project yet"
          action={<NewProjectButton />}
        >
          A project gives its tasks their numbers, their repositories and their rules.
        </EmptyState>
      )}
      <ul>
        {all.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </ul>
    </Card>
  );
}

function ProjectRow({ project }: { readonly project: Project }): ReactNode {
  const mayChange = useMay("admin");
  const isArchived = project.archivedAt !== null;
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-sm last:border-0">
      <span className="w-20 shrink-0 text-xs text-faint tabular-nums">{project.key}</span>
      <bdi className={isArchived ? "min-w-0 flex-1 truncate text-soft" : "min-w-0 flex-1 truncate font-medium"}>
        {safeText(project.name)}
      </bdi>
      {isArchived && <Badge>archived</Badge>}
      {mayChange && <ProjectMenu project={project} />}
    </li>
  );
}

function ProjectMenu({ project }: { readonly project: Project }): ReactNode {
  const [isRenaming, setIsRenaming] = useState(false);
  const { rename, archive } = useProjectChange(project);
  const isArchived = project.archivedAt !== null;
  return (
    <>
      <Menu
        label={`About ${project.key}`}
        trigger={<IconButton label={`More about ${project.key}`} icon={<Ellipsis className="size-4" aria-hidden />} />}
      >
        <MenuItem
          icon={<PenLine className="size-4 text-faint" aria-hidden />}
          onSelect={() => {
            rename.reset();
            setIsRenaming(true);
          }}
        >
          Rename…
        </MenuItem>
        <MenuItem
          icon={
            isArchived ? (
              <ArchiveRestore className="size-4 text-faint" aria-hidden />
            ) : (
              <Archive className="size-4 text-faint" aria-hidden />
            )
          }
          onSelect={() => archive.mutate({ isArchived: !isArchived, version: project.version })}
        >
          {isArchived ? "Bring back" : "Archive"}
        </MenuItem>
      </Menu>
      {isRenaming && (
        <RenameDialog
          title={`Rename ${project.key}`}
          name={project.name}
          rename={rename}
          onRename={(name) => rename.mutate(name, { onSuccess: () => setIsRenaming(false) })}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  );
}
