import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { beatText } from "../../agents/agent-words.ts";
import { ScheduleFields } from "../../agents/schedule-fields.tsx";
import { scheduleOfWords, wordsOfSchedule } from "../../agents/schedule-form.ts";
import { useAgentChange } from "../../agents/use-agent-change.ts";
import { fieldError } from "../../api/problem.ts";
import { agentBeats } from "../../api/queries/agents.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { LeaveQuestion } from "../../documents/leave-question.tsx";
import { Overtaken } from "../../forms/overtaken.tsx";
import { useLiveDraft } from "../../forms/use-live-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { Rights } from "./rights.ts";

type Patrol = Agent["settings"]["patrol"];

const PATROL_WORDS: Readonly<Record<Patrol, string>> = {
  never: "Only when something waits",
  daily: "Once a day",
  each_beat: "At each beat",
};

const LABELS = { words: "Schedule", patrol: "When it walks the checklist" };

/** When an agent looks around, and what its beats did and cost day by day. */
export function ScheduleTab({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const live = { words: wordsOfSchedule(agent.schedule), patrol: agent.settings.patrol };
  const draft = useLiveDraft(live);
  const change = useAgentChange(agent);
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const { words, patrol } = draft.change;
            change.mutate(
              {
                ...(words === undefined ? {} : { schedule: scheduleOfWords(words) }),
                ...(patrol === undefined ? {} : { settings: { patrol } }),
              },
              { onSuccess: draft.saved },
            );
          }}
        >
          <Overtaken draft={draft} live={live} labels={LABELS} words={[]} />
          <fieldset disabled={rights === "read"} className="flex flex-col gap-4">
            <ScheduleFields
              words={draft.values.words}
              onChange={(words) => draft.write({ words })}
              error={scheduleError(change.error)}
            />
            <SelectField
              label="Walk the checklist"
              hint="Walking it calls a model; looking whether something waits does not."
              value={draft.values.patrol}
              onChange={({ target }) => draft.write({ patrol: target.value as Patrol })}
            >
              {Object.entries(PATROL_WORDS).map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          </fieldset>
          {rights === "change" && (
            <div>
              <Button type="submit" look="primary" isBusy={change.isPending} disabled={!draft.maySave}>
                Save
              </Button>
            </div>
          )}
        </form>
        <LeaveQuestion isUnsaved={draft.isChanged} />
      </Card>
      <BeatDays agent={agent} />
    </div>
  );
}

function scheduleError(error: unknown): string | undefined {
  return fieldError(error, "schedule") ?? fieldError(error, "schedule.every") ?? fieldError(error, "schedule.cron");
}

function BeatDays({ agent }: { readonly agent: Agent }): ReactNode {
  const beats = useQuery(agentBeats(agent.id));
  return (
    <Card title="Beats, day by day" padding="flush">
      {beats.isPending && <SkeletonRows count={3} />}
      {beats.isError && <ErrorState error={beats.error} doing="read its beats" onRetry={() => void beats.refetch()} />}
      {beats.data?.data.length === 0 && <EmptyState title="No beat yet">The first comes by its schedule.</EmptyState>}
      <ul>
        {beats.data?.data.map((day) => (
          <li key={day.day} className="flex gap-3 border-b border-line px-4 py-2 text-sm last:border-0">
            <time dateTime={day.day} className="w-28 shrink-0 whitespace-nowrap text-soft tabular-nums">
              {day.day}
            </time>
            <span className="tabular-nums">{beatText(day)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
