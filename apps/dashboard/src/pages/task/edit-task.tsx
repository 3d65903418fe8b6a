import { TASK_LIMITS } from "@cadre/shared";
import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { fieldError } from "../../api/problem.ts";
import { organization } from "../../api/queries/organization.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { Overtaken } from "../../forms/overtaken.tsx";
import { useLiveDraft } from "../../forms/use-live-draft.ts";
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

const LABELS = { title: "Title", description: "Description", words: "Schedule" };

function EditTaskDialog({ task, zone, onClose }: EditTaskDialogProps): ReactNode {
  const { title, description } = task;
  const live = { title, description, words: wordsOfTaskSchedule(task.schedule, zone) };
  const draft = useLiveDraft(live);
  const schedule = taskScheduleOf(draft.values.words);
  const edit = useTaskEdit(task, onClose);
  const submit = (): void => {
    const { words, ...texts } = draft.change;
    edit.mutate({ ...texts, ...(words === undefined || schedule === undefined ? {} : { schedule }) });
  };
  return (
    <FormDialog
      title={`Change ${task.key}`}
      description="Work under way keeps to what it has read. The next round reads the new words."
      submitLabel="Save"
      onSubmit={submit}
      onClose={onClose}
      isBusy={edit.isPending}
      isReady={draft.maySave && draft.values.title.trim() !== "" && schedule !== undefined}
      error={edit.error}
      fields={["title", "description", ...SCHEDULE_FIELDS]}
    >
      <Overtaken draft={draft} live={live} labels={LABELS} words={["title", "description"]} />
      <TextField
        label="Title"
        value={draft.values.title}
        maxLength={TASK_LIMITS.titleChars}
        error={fieldError(edit.error, "title")}
        onChange={({ target }) => draft.write({ title: target.value })}
        autoFocus
        required
      />
      <TextArea
        label="Description"
        rows={8}
        value={draft.values.description}
        error={fieldError(edit.error, "description")}
        onChange={({ target }) => draft.write({ description: target.value })}
      />
      <TaskScheduleFields words={draft.values.words} onChange={(words) => draft.write({ words })} error={edit.error} />
    </FormDialog>
  );
}
