import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { call } from "../api/call.ts";
import { fieldError } from "../api/problem.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import { type TaskScheduleWords, taskScheduleOf } from "./task-schedule-form.ts";

type ScheduleFieldsProps = {
  readonly words: TaskScheduleWords;
  readonly onChange: (words: TaskScheduleWords) => void;
  /** Why the task was not saved the last time. */
  readonly error: unknown;
};

/** Names of everything that can be wrong with a schedule. */
export const SCHEDULE_FIELDS = ["schedule", "schedule.every", "schedule.cron", "schedule.timeZone", "schedule.runAt"];

const KIND_WORDS = {
  none: "Once, right away",
  once: "Once, at a time",
  every: "Again and again",
  cron: "At certain times",
} as const;

/** When a task is done, and when that is next. */
export function TaskScheduleFields({ words, onChange, error }: ScheduleFieldsProps): ReactNode {
  const problem = SCHEDULE_FIELDS.map((field) => fieldError(error, field)).find((text) => text !== undefined);
  const change = (part: Partial<TaskScheduleWords>) => onChange({ ...words, ...part });
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="When"
          value={words.kind}
          onChange={({ target }) => change({ kind: target.value as TaskScheduleWords["kind"] })}
        >
          {Object.entries(KIND_WORDS).map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <KindFields words={words} change={change} problem={problem} />
      </div>
      {words.kind !== "none" && <NextRuns words={words} />}
    </div>
  );
}

type KindFieldsProps = {
  readonly words: TaskScheduleWords;
  readonly change: (part: Partial<TaskScheduleWords>) => void;
  readonly problem: string | undefined;
};

function KindFields({ words, change, problem }: KindFieldsProps): ReactNode {
  switch (words.kind) {
    case "none":
      return null;
    case "once":
      return (
        <TextField
          label="At"
          type="datetime-local"
          value={words.runAt}
          error={problem}
          onChange={({ target }) => change({ runAt: target.value })}
          required
        />
      );
    case "every":
      return (
        <TextField
          label="Every"
          hint="A number with m, h, d or w, such as 4h."
          value={words.every}
          error={problem}
          onChange={({ target }) => change({ every: target.value })}
          required
        />
      );
    case "cron":
      return (
        <>
          <TextField
            label="Cron"
            hint="Minute, hour, day, month, weekday."
            value={words.cron}
            error={problem}
            onChange={({ target }) => change({ cron: target.value })}
            required
          />
          <TextField
            label="Time zone"
            placeholder="Europe/London"
            value={words.timeZone}
            onChange={({ target }) => change({ timeZone: target.value })}
            required
          />
        </>
      );
  }
}

/** The next runs as the API counts them; nothing while the words mean no schedule. */
function NextRuns({ words }: { readonly words: TaskScheduleWords }): ReactNode {
  const schedule = useDeferredValue(taskScheduleOf(words));
  const { data } = useQuery({
    queryKey: ["schedules", "preview", schedule],
    queryFn: async ({ signal }) =>
      schedule == null ? null : call("POST /schedules/preview", { body: { schedule, count: 3 } }, signal),
    // Half typed words are refused: the last good answer would be wrong, and asking again does not help.
    retry: false,
    staleTime: 0,
  });
  const instants = data?.instants ?? [];
  return (
    <p aria-live="polite" className="min-h-4 text-xs text-faint tabular-nums">
      {instants.length > 0 && `Next: ${instants.map((at) => new Date(at).toLocaleString()).join("; ")}`}
    </p>
  );
}
