import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { fieldError } from "../../../api/problem.ts";
import { me } from "../../../api/queries/organization.ts";
import { invitations } from "../../../api/queries/settings.ts";
import { ROLE_WORDS, type Role, rolesToGive } from "../../../people/roles.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Invited } from "./invited.tsx";

const DAYS = [1, 7, 14, 30] as const;

/** Invites somebody: a role, perhaps an address, and then the link to hand over where no mail brings it. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [days, setDays] = useState(7);
  const mine = useQuery(me).data?.role ?? "viewer";
  const invite = useInvite({ email: email.trim(), role, days });
  if (invite.data !== undefined) return <Invited {...invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite somebody"
      width="sm"
      submitLabel="Invite"
      onSubmit={() => invite.mutate()}
      onClose={onClose}
      isBusy={invite.isPending}
      isReady
      error={invite.error}
      fields={["email"]}
    >
      <TextField
        label="E-mail"
        hint="Only this address may accept. Empty: whoever has the link."
        type="email"
        value={email}
        autoFocus
        error={fieldError(invite.error, "email")}
        onChange={({ target }) => setEmail(target.value)}
      />
      <SelectField
        label="Role"
        hint={ROLE_WORDS[role].can}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      >
        {rolesToGive(mine).map((each) => (
          <option key={each} value={each}>
            {ROLE_WORDS[each].label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Works for" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {DAYS.map((each) => (
          <option key={each} value={each}>
            {each === 1 ? "1 day" : `${each} days`}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

type Draft = { readonly email: string; readonly role: Role; readonly days: number };

function useInvite({ email, role, days }: Draft) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const body = { role, expiresInDays: days, ...(email === "" ? {} : { email }) };
      return call("POST /invitations", { body });
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitations.queryKey }),
  });
}
