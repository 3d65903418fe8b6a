import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { explainProblem, fieldError } from "../../../api/problem.ts";
import { signIns } from "../../../api/queries/settings.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormCard } from "../../../ui/form-card.tsx";
import { tellDone } from "../../../ui/toast.tsx";

const EMPTY = { currentPassword: "", newPassword: "" } as const;

/** Changes the password of the person who looks. */
export function PasswordCard(): ReactNode {
  const [words, setWords] = useState<{ currentPassword: string; newPassword: string }>(EMPTY);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => call("POST /me/password", { body: words }),
    onSuccess: () => {
      setWords(EMPTY);
      tellDone("Your password changed; other browsers are signed out");
      return client.invalidateQueries({ queryKey: signIns.queryKey });
    },
  });
  return (
    <FormCard
      title="Password"
      submitLabel="Change the password"
      isBusy={change.isPending}
      isReady={words.currentPassword !== "" && words.newPassword !== ""}
      onSubmit={() => change.mutate()}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={words.currentPassword}
        error={change.isError ? currentError(change.error) : undefined}
        onChange={({ target }) => setWords({ ...words, currentPassword: target.value })}
      />
      <TextField
        label="New password"
        hint="A long sentence is best. Other browsers are signed out."
        type="password"
        autoComplete="new-password"
        value={words.newPassword}
        error={fieldError(change.error, "newPassword")}
        onChange={({ target }) => setWords({ ...words, newPassword: target.value })}
      />
    </FormCard>
  );
}

/** What is not about the new one is said beside the current one. */
function currentError(error: unknown): string | undefined {
  if (fieldError(error, "newPassword") !== undefined) return fieldError(error, "currentPassword");
  return fieldError(error, "currentPassword") ?? explainProblem(error).happened;
}
