import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { explainProblem, fieldError } from "../../../api/problem.ts";
import { me } from "../../../api/queries/organization.ts";
import { beChanged } from "../../../api/session.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormCard } from "../../../ui/form-card.tsx";
import { tellDone } from "../../../ui/toast.tsx";

/** Changes the e-mail that the person who looks signs in with; their password shows that it is them. */
export function EmailCard(): ReactNode {
  const current = useQuery(me).data?.email ?? "";
  const [typed, setTyped] = useState<string>();
  const [currentPassword, setCurrentPassword] = useState("");
  const email = typed ?? current;
  const change = useMutation({
    mutationFn: () => call("POST /me/email", { body: { email: email.trim(), currentPassword } }),
    onSuccess: async (who) => {
      await beChanged(who);
      setTyped(undefined);
      setCurrentPassword("");
      tellDone("Your e-mail changed: sign in with it from now on");
    },
  });
  const emailError = fieldError(change.error, "email");
  const otherError = change.isError && emailError === undefined ? explainProblem(change.error).happened : undefined;
  return (
    <FormCard
      title="E-mail"
      submitLabel="Change the e-mail"
      isBusy={change.isPending}
      isReady={currentPassword !== "" && email.trim() !== "" && email.trim() !== current}
      onSubmit={() => change.mutate()}
    >
      <TextField
        label="E-mail"
        hint="You sign in with it."
        type="email"
        autoComplete="email"
        value={email}
        error={emailError}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        label="Your password"
        hint="So that nobody else takes your account over at your desk."
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        error={otherError}
        onChange={({ target }) => setCurrentPassword(target.value)}
      />
    </FormCard>
  );
}
