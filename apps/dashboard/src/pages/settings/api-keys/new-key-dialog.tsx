import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { me } from "../../../api/queries/organization.ts";
import { apiKeys } from "../../../api/queries/settings.ts";
import { isAtLeast, ROLE_ORDER, ROLE_WORDS, type Role } from "../../../people/roles.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { NameField } from "../../../ui/name-field.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";

const DAY_MS = 86_400_000;
const LIVES = [
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "A year" },
  { days: 0, label: "Until it is revoked" },
] as const;

/** Makes a key that can do what its person can, or less, for as long as is said. It is shown once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const mine = useQuery(me).data?.role ?? "member";
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [days, setDays] = useState(90);
  const make = useMake({ name: name.trim(), role, days });
  if (make.data !== undefined) {
    return (
      <ShownOnce title="Your new key" label="API key" secret={make.data.key} onClose={onClose}>
        Send it as <code className="font-mono text-xs">Authorization: Bearer …</code>. Keep it where only that system
        reads it.
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title="New API key"
      width="sm"
      submitLabel="Make the key"
      onSubmit={() => make.mutate()}
      onClose={onClose}
      isBusy={make.isPending}
      isReady={name.trim() !== ""}
      error={make.error}
      fields={["name"]}
    >
      <NameField value={name} problem={make.error} hint="Which system uses it." autoFocus onChange={setName} />
      <SelectField
        label="Can do at most"
        hint={ROLE_WORDS[role].can}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      >
        {ROLE_ORDER.filter((each) => isAtLeast(mine, each)).map((each) => (
          <option key={each} value={each}>
            {ROLE_WORDS[each].label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Expires after" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {LIVES.map((life) => (
          <option key={life.days} value={life.days}>
            {life.label}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

type Draft = { readonly name: string; readonly role: Role; readonly days: number };

function useMake({ name, role, days }: Draft) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const expiry = days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
      return call("POST /api-keys", { body: { name, role, ...expiry } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: apiKeys.queryKey }),
  });
}
