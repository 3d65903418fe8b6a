import { SESSION_LIMITS } from "@cadre/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { type Session, sessionDetail } from "../api/queries/context.ts";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";

type RenameSessionProps = { readonly session: Session; readonly onClose: () => void };

/** Gives a session another title. */
export function RenameSession({ session: live, onClose }: RenameSessionProps): ReactNode {
  const [seen] = useState(live);
  const [typed, setTyped] = useState(seen.title ?? "");
  const title = typed.trim();
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () =>
      call("POST /sessions/:sessionId/rename", {
        params: { sessionId: live.id },
        body: { title },
        // A title that somebody gave meanwhile is not overwritten: it is refused, as the change of an earlier version.
        version: live.title === seen.title ? live.version : seen.version,
      }),
    onSuccess: (changed) => {
      client.setQueryData(sessionDetail(live.id).queryKey, changed);
      tellDone("The session has another title");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return (
    <FormDialog
      title="Rename the session"
      description="For people: agents do not read it."
      width="sm"
      submitLabel="Rename"
      onSubmit={() => rename.mutate()}
      onClose={onClose}
      isBusy={rename.isPending}
      isReady={title !== "" && title !== seen.title}
      error={rename.error}
      fields={["title"]}
    >
      <TextField
        label="Title"
        value={typed}
        maxLength={SESSION_LIMITS.titleChars}
        error={fieldError(rename.error, "title")}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
      />
    </FormDialog>
  );
}
