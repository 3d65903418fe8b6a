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

type RenameSessionProps = { readonly session: Session; readonly onClose: () => void };

/** Gives a session another title. */
export function RenameSession({ session, onClose }: RenameSessionProps): ReactNode {
  const live = { title: session.title ?? "" };
  const draft = useLiveDraft(live);
  const title = draft.values.title.trim();
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () =>
      call("POST /sessions/:sessionId/rename", {
        params: { sessionId: session.id },
        body: { title },
        version: session.version,
      }),
    onSuccess: (changed) => {
      client.setQueryData(sessionDetail(session.id).queryKey, changed);
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
      isReady={draft.maySave && title !== ""}
      error={rename.error}
      fields={["title"]}
    >
      <Overtaken draft={draft} live={live} labels={{ title: "Title" }} words={["title"]} />
      <TextField
        label="Title"
        value={draft.values.title}
        maxLength={SESSION_LIMITS.titleChars}
        error={fieldError(rename.error, "title")}
        onChange={({ target }) => draft.write({ title: target.value })}
        autoFocus
      />
    </FormDialog>
  );
}
