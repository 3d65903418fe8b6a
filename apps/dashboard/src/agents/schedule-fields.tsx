import type { ReactNode } from "react";
import { SelectField, TextField } from "../ui/field.tsx";
import type { ScheduleWords } from "./schedule-form.ts";

type ScheduleFieldsProps = {
  readonly words: ScheduleWords;
  readonly onChange: (words: ScheduleWords) => void;
  readonly error: string | undefined;
};

/** When an agent's beats come. */
export function ScheduleFields({ words, onChange, error }: ScheduleFieldsProps): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Beats"
        hint="A beat with nothing to do calls no model and costs nothing."
        value={words.kind}
        onChange={({ target }) => onChange({ ...words, kind: target.value as ScheduleWords["kind"] })}
      >
        <option value="every">Every so often</option>
        <option value="cron">At certain times</option>
        <option value="off">Never</option>
      </SelectField>
      {words.kind === "every" && (
        <TextField
          label="Every"
          hint="A number with s, m, h or d, such as 30m."
          value={words.every}
          error={error}
          onChange={({ target }) => onChange({ ...words, every: target.value })}
        />
      )}
      {words.kind === "cron" && (
        <>
          <TextField
            label="Cron"
            hint="Minute, hour, day, month, weekday."
            className="font-mono"
            value={words.cron}
            error={error}
            onChange={({ target }) => onChange({ ...words, cron: target.value })}
          />
          <TextField
            label="Time zone"
            hint="Empty: the organization's."
            placeholder="Europe/London"
            value={words.timeZone}
            onChange={({ target }) => onChange({ ...words, timeZone: target.value })}
          />
        </>
      )}
    </div>
  );
}
