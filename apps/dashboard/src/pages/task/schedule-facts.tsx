import { Pause, Play, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../api/call.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { counted } from "../../format/numbers.ts";
import { AgoInWords } from "../../format/time.tsx";
import { taskScheduleText } from "../../tasks/task-schedule-text.ts";
import { useTaskChange } from "../../tasks/use-task-change.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "./fact.tsx";

type ScheduleFactsProps = { readonly task: TaskDetail; readonly mayChange: boolean };

/** When it runs again, how often it has, and what a person can do about it. */
export function ScheduleFacts({ task, mayChange }: ScheduleFactsProps): ReactNode {
  const { schedule, schedulePausedAt, nextRunAt, scheduleRuns } = task;
  if (schedule === null) return null;
  return (
    <>
      <Fact label="Schedule">{safeText(taskScheduleText(schedule))}</Fact>
      {schedulePausedAt !== null && (
        <Fact label="Paused">
          <AgoInWords at={schedulePausedAt} />
        </Fact>
      )}
      {schedulePausedAt === null && nextRunAt !== null && (
        <Fact label="Runs next">
          <AgoInWords at={nextRunAt} />
        </Fact>
      )}
      <Fact label="Has run">{counted(scheduleRuns, "time")}</Fact>
      {mayChange && task.status !== "archived" && <ScheduleButtons task={task} />}
    </>
  );
}

function ScheduleButtons({ task }: { readonly task: TaskDetail }): ReactNode {
  const { id, version, isWaitingForSchedule, schedulePausedAt } = task;
  const sent = { params: { taskId: id }, body: {}, version };
  const toggle = useTaskChange(task, () =>
    schedulePausedAt === null
      ? call("POST /tasks/:taskId/schedule/pause", sent)
      : call("POST /tasks/:taskId/schedule/resume", sent),
  );
  const run = useTaskChange(task, () => call("POST /tasks/:taskId/schedule/run", sent));
  return (
    <div className="col-span-2 flex flex-wrap gap-2">
      <Button
        size="sm"
        isBusy={toggle.isPending}
        icon={
          schedulePausedAt === null ? (
            <Pause className="size-3.5" aria-hidden />
          ) : (
            <Play className="size-3.5" aria-hidden />
          )
        }
        onClick={() => toggle.mutate(undefined)}
      >
        {schedulePausedAt === null ? "Pause the schedule" : "Resume the schedule"}
      </Button>
      {isWaitingForSchedule && (
        <Button
          size="sm"
          isBusy={run.isPending}
          icon={<SkipForward className="size-3.5" aria-hidden />}
          onClick={() => run.mutate(undefined)}
        >
          Run now
        </Button>
      )}
    </div>
  );
}
