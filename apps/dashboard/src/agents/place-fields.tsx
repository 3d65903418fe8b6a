import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Agent, agents, teams } from "../api/queries/organization.ts";
import { SelectField } from "../ui/field.tsx";
import { POSITION_WORDS } from "./agent-words.ts";
import { Choice, NamedChoices } from "../ui/choice.tsx";

/** Where an agent stands. Empty words mean none. */
export type Place = { readonly position: Agent["position"]; readonly managerId: string; readonly teamId: string };

type PlaceFieldsProps = {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
  /** Nobody manages themselves. */
  readonly agentId?: string;
  readonly managerError?: string | undefined;
};

/** Position, manager and team of an agent. */
export function PlaceFields({ place, onChange, agentId, managerError }: PlaceFieldsProps): ReactNode {
  const agentList = useQuery(agents).data?.data ?? [];
  const teamList = useQuery(teams).data?.data ?? [];
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label="Position"
        value={place.position}
        onChange={({ target }) => onChange({ ...place, position: target.value as Agent["position"] })}
      >
        {Object.entries(POSITION_WORDS).map(([id, label]) => (
          <Choice key={id} value={id}>
            {label}
          </Choice>
        ))}
      </SelectField>
      <SelectField
        label="Reports to"
        value={place.managerId}
        error={managerError}
        onChange={({ target }) => onChange({ ...place, managerId: target.value })}
      >
        <option value="">Nobody</option>
        <NamedChoices of={agentList.filter(({ id }) => id !== agentId)} />
      </SelectField>
      <SelectField
        label="Team"
        value={place.teamId}
        onChange={({ target }) => onChange({ ...place, teamId: target.value })}
      >
        <option value="">None</option>
        <NamedChoices of={teamList} />
      </SelectField>
    </div>
  );
}
