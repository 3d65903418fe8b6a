import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { agents } from "../api/queries/organization.ts";
import { NamedChoices } from "../ui/choice.tsx";
import { SelectField } from "../ui/field.tsx";

type TeamManagerFieldProps = {
  /** An agent's id; empty for nobody. */
  readonly value: string;
  readonly onChange: (agentId: string) => void;
  readonly error: string | undefined;
};

/** Which agent leads a team. */
export function TeamManagerField({ value, onChange, error }: TeamManagerFieldProps): ReactNode {
  const list = useQuery(agents).data?.data ?? [];
  return (
    <SelectField label="Manager" value={value} error={error} onChange={({ target }) => onChange(target.value)}>
      <option value="">Nobody</option>
      <NamedChoices of={list} />
    </SelectField>
  );
}
