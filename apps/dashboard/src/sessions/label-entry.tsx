import { SESSION_LIMITS } from "@cadre/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { type Session, sessionDetail } from "../api/queries/context.ts";
import { Overtaken } from "../forms/overtaken.tsx";
import { useLiveDraft } from "../forms/use-live-draft.ts";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";
import type { NamedEntry } from "./use-session-act.ts";

type LabelEntryProps = {
  readonly session: Session;
  readonly entry: NamedEntry;
  readonly label: string | undefined;
  readonly onClose: () => void;
};

/** Gives an entry a label, or takes it away. */
export function LabelEntry({ session, entry, label = "", onClose }: LabelEntryProps): ReactNode {
  const live = { label };
  const draft = useLiveDraft(live);
  const next = draft.values.label.trim();
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: () =>
      call("POST /sessions/:sessionId/label", {
        params: { sessionId: session.id },
        body: { entryId: entry.id, label: next === "" ? null : next },
        version: session.version,
      }),
    onSuccess: (changed) => {
      client.setQueryData(sessionDetail(session.id).queryKey, changed);
      tellDone(next === "" ? `Entry ${entry.seq} has no label any more` : `Entry ${entry.seq} is labelled`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return (
    <FormDialog
      title={`Label entry ${entry.seq}`}
      description="For people, to find it again: agents do not read it."
      width="sm"
      submitLabel="Save"
      onSubmit={() => give.mutate()}
      onClose={onClose}
      isBusy={give.isPending}
      isReady={draft.maySave}
      error={give.error}
      fields={["label"]}
    >
      <Overtaken draft={draft} live={live} labels={{ label: "Its label" }} words={["label"]} />
      <TextField
        label="Label"
        hint="Empty, it has none."
        value={draft.values.label}
        maxLength={SESSION_LIMITS.labelChars}
        error={fieldError(give.error, "label")}
        onChange={({ target }) => draft.write({ label: target.value })}
        autoFocus
      />
    </FormDialog>
  );
}
