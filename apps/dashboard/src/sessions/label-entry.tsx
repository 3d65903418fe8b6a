import { SESSION_LIMITS } from "@cadre/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { type Session, sessionDetail } from "../api/queries/context.ts";
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

/** Gives an entry a label, or takes it away. Whatever somebody did with the session since the window opened, refuses it. */
export function LabelEntry({ session, entry, label = "", onClose }: LabelEntryProps): ReactNode {
  const [seenVersion] = useState(session.version);
  const [typed, setTyped] = useState(label);
  const next = typed.trim();
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: () =>
      call("POST /sessions/:sessionId/label", {
        params: { sessionId: session.id },
        body: { entryId: entry.id, label: next === "" ? null : next },
        version: seenVersion,
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
      isReady={next !== label}
      error={give.error}
      fields={["label"]}
    >
      <TextField
        label="Label"
        hint="Empty, it has none."
        value={typed}
        maxLength={SESSION_LIMITS.labelChars}
        error={fieldError(give.error, "label")}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
      />
    </FormDialog>
  );
}
