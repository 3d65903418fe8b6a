import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { type Project, projects } from "../api/queries/organization.ts";
import { tellDone, tellProblem, tellUndoable } from "../ui/toast.tsx";

type Archiving = { readonly isArchived: boolean; readonly version: number };

/** Renames a project, or archives it and brings it back, if nobody changed it meanwhile. Archiving can be taken back at once. */
export function useProjectChange({ id, key, version }: Project) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: projects.queryKey });
  const params = { projectId: id };
  const rename = useMutation({
    mutationFn: (name: string) => call("PATCH /projects/:projectId", { params, body: { name }, version }),
    onSuccess: () => tellDone(`${key} has another name`),
    onSettled,
  });
  const archive = useMutation({
    mutationFn: ({ isArchived, version: seen }: Archiving) =>
      call("PATCH /projects/:projectId", { params, body: { isArchived }, version: seen }),
    onSuccess: (changed, { isArchived }) => {
      if (!isArchived) return tellDone(`${key} takes tasks again`);
      tellUndoable(`${key} is archived: it takes no new tasks`, () =>
        archive.mutate({ isArchived: false, version: changed.version }),
      );
    },
    onError: (error, { isArchived }) => tellProblem(error, isArchived ? `archive ${key}` : `bring ${key} back`),
    onSettled,
  });
  return { rename, archive };
}
