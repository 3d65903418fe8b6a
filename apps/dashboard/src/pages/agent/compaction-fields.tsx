import type { ReactNode } from "react";
import type { Agent } from "../../api/queries/organization.ts";
import { SelectField } from "../../ui/field.tsx";

type Settings = Agent["settings"];

const SWITCHES = [
  {
    id: "compactsSessions",
    label: "Compacts long sessions",
    hint: "When not, the oldest steps are left out of each call.",
  },
  {
    id: "recoversFromOverflow",
    label: "Recovers from a full window",
    hint: "Compacts and asks again when the provider finds a call too large.",
  },
] as const;

const COUNTS = [60, 100, 200, 500];

/** When the sessions of an agent are compacted. */
export function CompactionFields(props: {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}): ReactNode {
  const { settings, onChange } = props;
  const own = settings.compactAboveMessages;
  const counts = typeof own === "number" && !COUNTS.includes(own) ? [own, ...COUNTS] : COUNTS;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {SWITCHES.map(({ id, label, hint }) => (
        <SelectField
          key={id}
          label={label}
          hint={hint}
          value={settings[id] ? "yes" : "no"}
          onChange={({ target }) => onChange({ ...settings, [id]: target.value === "yes" })}
        >
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </SelectField>
      ))}
      <SelectField
        label="Compacts above"
        hint="Always when the model's window is full."
        value={String(own)}
        onChange={({ target }) => onChange({ ...settings, compactAboveMessages: chosen(target.value) })}
      >
        <option value="auto">What suits the model</option>
        <option value="off">Any number of messages</option>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count} messages
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function chosen(value: string): Settings["compactAboveMessages"] {
  return value === "auto" || value === "off" ? value : Number(value);
}
