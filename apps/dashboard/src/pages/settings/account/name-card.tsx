import { API_LIMITS } from "@cadre/shared";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { explainProblem, fieldError } from "../../../api/problem.ts";
import { me } from "../../../api/queries/organization.ts";
import { beChanged } from "../../../api/session.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormCard } from "../../../ui/form-card.tsx";
import { tellDone } from "../../../ui/toast.tsx";

/** Changes what the person who looks is called, in every organization of theirs. */
export function NameCard(): ReactNode {
  const current = useQuery(me).data?.name ?? "";
  const [typed, setTyped] = useState<string>();
  const name = typed ?? current;
  const change = useMutation({
    mutationFn: () => call("POST /me/name", { body: { name: name.trim() } }),
    onSuccess: async (who) => {
      await beChanged(who);
      setTyped(undefined);
      tellDone("Your name changed");
    },
  });
  const error = change.isError
    ? (fieldError(change.error, "name") ?? explainProblem(change.error).happened)
    : undefined;
  return (
    <FormCard
      title="Name"
      submitLabel="Change the name"
      isBusy={change.isPending}
      isReady={name.trim() !== "" && name.trim() !== current}
      onSubmit={() => change.mutate()}
    >
      <TextField
        label="Your name"
        hint="What people and agents call you."
        autoComplete="name"
        value={name}
        maxLength={API_LIMITS.nameChars}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormCard>
  );
}
