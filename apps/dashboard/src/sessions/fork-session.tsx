import { SESSION_LIMITS } from "@cadre/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { type Session, sessionDetail } from "../api/queries/context.ts";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { tellDone } from "../ui/toast.tsx";
import type { NamedEntry } from "./use-session-act.ts";

type ForkSessionProps = {
  readonly session: Session;
  /** The last one that the fork has; without it, all up to the head. */
  readonly entry?: NamedEntry;
  readonly onClose: () => void;
};

/** Begins another session with entries of this one, and goes there. */
export function ForkSession({ session, entry, onClose }: ForkSessionProps): ReactNode {
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const navigate = useNavigate();
  const title = typed.trim();
  const fork = useMutation({
    mutationFn: () =>
      call("POST /sessions/:sessionId/fork", {
        params: { sessionId: session.id },
        body: {
          ...(entry === undefined ? {} : { entryId: entry.id, position: "at" }),
          ...(title === "" ? {} : { title }),
        },
      }),
    onSuccess: async (made) => {
      client.setQueryData(sessionDetail(made.id).queryKey, made);
      tellDone("You are in the fork now");
      onClose();
      await navigate({ to: `/sessions/${made.id}`, search: { tab: "history" } });
    },
  });
  return (
    <FormDialog
      title={entry === undefined ? "Fork the session" : `Fork the session at entry ${entry.seq}`}
      description={`Another session of the same agent begins with what is here${
        entry === undefined ? "" : `, up to and with entry ${entry.seq}`
      }. This one stays as it is.`}
      width="sm"
      submitLabel="Fork"
      onSubmit={() => fork.mutate()}
      onClose={onClose}
      isBusy={fork.isPending}
      isReady
      error={fork.error}
      fields={["title"]}
    >
      <TextField
        label="Title (optional)"
        hint="Without one it has the title of this session."
        value={typed}
        maxLength={SESSION_LIMITS.titleChars}
        error={fieldError(fork.error, "title")}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
      />
    </FormDialog>
  );
}
