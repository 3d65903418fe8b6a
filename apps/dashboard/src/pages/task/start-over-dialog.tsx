import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { fieldError } from "../../api/problem.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { useTaskChange } from "../../tasks/use-task-change.ts";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

type StartOverDialogProps = { readonly task: TaskDetail; readonly onClose: () => void };

/** Begins a task in progress again, with a clean session. */
export function StartOverDialog({ task, onClose }: StartOverDialogProps): ReactNode {
  const [note, setNote] = useState("");
  const startOver = useTaskChange(
    task,
    () =>
      call("POST /tasks/:taskId/rounds", {
        params: { taskId: task.id },
        body: note.trim() === "" ? {} : { note: note.trim() },
        version: task.version,
      }),
    onClose,
  );
  return (
    <FormDialog
      title={`Start ${task.key} over`}
      description="Its work stops, and its agent begins again without what it remembers of this round. Files, description and notes stay."
      width="sm"
      submitLabel="Start over"
      onSubmit={() => startOver.mutate(undefined)}
      onClose={onClose}
      isBusy={startOver.isPending}
      isReady
      error={startOver.error}
      fields={["note"]}
    >
      <TextArea
        label="What its agent must know now (optional)"
        value={note}
        error={fieldError(startOver.error, "note")}
        onChange={({ target }) => setNote(target.value)}
        autoFocus
      />
    </FormDialog>
  );
}
