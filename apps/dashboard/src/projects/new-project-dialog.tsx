import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { type Project, projects } from "../api/queries/organization.ts";
import { TextField } from "../ui/field.tsx";
import { MakeDialog } from "../ui/make-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";

type NewProjectDialogProps = {
  readonly onClose: () => void;
  readonly onMade?: (project: Project) => void;
};

/** Makes a project: the name people know it by, and the key that its tasks are numbered with. */
export function NewProjectDialog({ onClose, onMade }: NewProjectDialogProps): ReactNode {
  const [draft, setDraft] = useState({ key: "", name: "" });
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => call("POST /projects", { body: { key: draft.key, name: draft.name.trim() } }),
    onSuccess: async (project) => {
      // Whoever is told of it next may look it up in the list.
      await client.invalidateQueries({ queryKey: projects.queryKey });
      tellDone(`Project ${project.key} is made`);
      onClose();
      onMade?.(project);
    },
  });
  return (
    <MakeDialog
      title="New project"
      description="Tasks belong to a project: it gives them their numbers, their repositories and their rules."
      name={draft.name}
      onName={(name) => setDraft({ ...draft, name })}
      make={make}
      onMake={() => make.mutate()}
      onClose={onClose}
      isReady={draft.key !== ""}
      fields={["key"]}
    >
      <TextField
        label="Key"
        hint={`Short, in capital letters. Its first task is ${draft.key === "" ? "ENGINE" : draft.key}-1. It stays.`}
        value={draft.key}
        error={fieldError(make.error, "key")}
        onChange={({ target }) => setDraft({ ...draft, key: target.value.trim().toUpperCase() })}
      />
    </MakeDialog>
  );
}
