import { TASK_LIMITS } from "@cadre/shared";
import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { fieldError } from "../../api/problem.ts";
import { organization } from "../../api/queries/organization.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { useMay } from "../../people/use-may.ts";
import { SCHEDULE_FIELDS, TaskScheduleFields } from "../../tasks/task-schedule-fields.tsx";
import { taskScheduleOf, wordsOfTaskSchedule } from "../../tasks/task-schedule-form.ts";
import { useTaskEdit } from "../../tasks/use-task-change.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

/** Opens the words of a task and its schedule for change. What is archived stays as it is. */
export function EditTaskButton({ task }: { readonly task: TaskDetail }): ReactNode {
  const mayEdit = useMay("member") && task.status !== "archived";
  const zone = useQuery(organization).data?.timeZone;
  const [isOpen, setIsOpen] = useState(false);
  if (!mayEdit || zone === undefined) return null;
  return (
    <>
      <IconButton
        label="Change the task"
        look="neutral"
        icon={<PenLine className="size-4" aria-hidden />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <EditTaskDialog task={task} zone={zone} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type EditTaskDialogProps = { readonly task: TaskDetail; readonly zone: string; readonly onClose: () => void };

const FIELDS = ["title", "description", "schedule"] as const;

function EditTaskDialog({ task: live, zone, onClose }: EditTaskDialogProps): ReactNode {
  const [task] = useState(live);
  const [title, setTitle] = useState(task.title);
  const [description, setDescription] = useState(task.description);
  const [words, setWords] = useState(() => wordsOfTaskSchedule(task.schedule, zone));
  const schedule = taskScheduleOf(words);
  const isScheduleChanged =
    JSON.stringify(schedule) !== JSON.stringify(taskScheduleOf(wordsOfTaskSchedule(task.schedule, zone)));
  const change = {
    ...(title.trim() === task.title ? {} : { title: title.trim() }),
    ...(description === task.description ? {} : { description }),
    ...(isScheduleChanged ? { schedule } : {}),
  };
  // What somebody else wrote meanwhile is not overwritten: it is refused, as the change of an earlier version.
  const isOvertaken = FIELDS.some(
    (field) => field in change && JSON.stringify(live[field]) !== JSON.stringify(task[field]),
  );
  const edit = useTaskEdit(isOvertaken ? task : live, onClose);
  return (
    <FormDialog
      title={`Change ${task.key}`}
      description="Work under way keeps to what it has read. The next round reads the new words."
      submitLabel="Save"
      onSubmit={() => edit.mutate(change)}
      onClose={onClose}
      isBusy={edit.isPending}
      isReady={title.trim() !== "" && schedule !== undefined && Object.keys(change).length > 0}
      error={edit.error}
      fields={["title", "description", ...SCHEDULE_FIELDS]}
    >
      <TextField
        label="Title"
        value={title}
        maxLength={TASK_LIMITS.titleChars}
        error={fieldError(edit.error, "title")}
        onChange={({ target }) => setTitle(target.value)}
        autoFocus
        required
      />
      <TextArea
        label="Description"
        rows={8}
        value={description}
        error={fieldError(edit.error, "description")}
        onChange={({ target }) => setDescription(target.value)}
      />
      <TaskScheduleFields words={words} onChange={setWords} error={edit.error} />
    </FormDialog>
  );
}
