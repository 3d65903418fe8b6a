import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { TeamManagerField } from "../../../agents/team-manager-field.tsx";
import { call } from "../../../api/call.ts";
import { fieldError } from "../../../api/problem.ts";
import { teams } from "../../../api/queries/organization.ts";
import { MakeDialog } from "../../../ui/make-dialog.tsx";
import { tellDone } from "../../../ui/toast.tsx";

type NewTeamDialogProps = { readonly onClose: () => void; readonly onMade?: ((teamId: string) => void) | undefined };

/** Makes a team. Its texts are written afterwards, and its agents join it in their own settings. */
export function NewTeamDialog({ onClose, onMade }: NewTeamDialogProps): ReactNode {
  const [draft, setDraft] = useState({ name: "", managerAgentId: "" });
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => {
      const manager = draft.managerAgentId === "" ? {} : { managerAgentId: draft.managerAgentId };
      return call("POST /teams", { body: { name: draft.name.trim(), ...manager } });
    },
    onSuccess: async (team) => {
      await client.invalidateQueries({ queryKey: teams.queryKey });
      tellDone("The team is made");
      onClose();
      onMade?.(team.id);
    },
  });
  return (
    <MakeDialog
      title="New team"
      description="It has announcements and norms of its own. Agents join it in their own settings."
      name={draft.name}
      onName={(name) => setDraft({ ...draft, name })}
      make={make}
      onMake={() => make.mutate()}
      onClose={onClose}
      fields={["managerAgentId"]}
    >
      <TeamManagerField
        value={draft.managerAgentId}
        error={fieldError(make.error, "managerAgentId")}
        onChange={(managerAgentId) => setDraft({ ...draft, managerAgentId })}
      />
    </MakeDialog>
  );
}
