import { isTerminalTask } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { fieldError } from "../../api/problem.ts";
import { taskDetail, type TaskDetail } from "../../api/queries/tasks.ts";
import { useMay } from "../../people/use-may.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { FoldMark } from "../../ui/fold-mark.tsx";
import { tellProblem } from "../../ui/toast.tsx";

type Subtask = TaskDetail["subtasks"][number];

/** The lines of a task's checklist. Whoever does the task ticks them off, and so may people while it is open. */
export function Checklist({ task }: { readonly task: TaskDetail }): ReactNode {
  const mayChange = useMay("member") && !isTerminalTask(task.status);
  const counting = task.subtasks.filter(({ status }) => status !== "cancelled");
  const done = counting.filter(({ status }) => status === "completed").length;
  if (task.subtasks.length === 0 && !mayChange) return null;
  return (
    <details className="border-t border-line" open={done < counting.length}>
      <summary className="touch-target flex items-center gap-3 px-4 py-2 text-sm hover:bg-hover">
        <span className="flex items-center gap-1.5 font-medium">
          <FoldMark />
          Checklist
        </span>
        {counting.length > 0 && (
          <>
            <span className="text-xs text-soft tabular-nums">
              {done} of {counting.length}
            </span>
            <progress value={done} max={counting.length} aria-label="Checklist" className="progress h-1 w-24" />
          </>
        )}
      </summary>
      <ul className="flex flex-col gap-1 px-4 pb-3">
        {task.subtasks.map((subtask) => (
          <ChecklistLine key={subtask.id} taskId={task.id} subtask={subtask} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && <NewLine taskId={task.id} />}
    </details>
  );
}

type LineProps = { readonly taskId: string; readonly subtask: Subtask; readonly mayChange: boolean };

function ChecklistLine({ taskId, subtask, mayChange }: LineProps): ReactNode {
  const { id, title, status } = subtask;
  // Shown with the press, not with the answer.
  const [isTicked, setIsTicked] = useState(false);
  const tick = useListChange(taskId, "tick the line off", () =>
    call("POST /tasks/:taskId/subtasks/:subtaskId/complete", { params: { taskId, subtaskId: id }, body: {} }),
  );
  return (
    <li>
      <label className="flex min-h-6 gap-2 text-sm">
        <input
          type="checkbox"
          disabled={!mayChange || status !== "pending" || isTicked}
          checked={status === "completed" || isTicked}
          onChange={() => {
            setIsTicked(true);
            tick.mutate(undefined, { onSettled: () => setIsTicked(false) });
          }}
          className="mt-1 accent-accent"
        />
        <span
          className={cx(
            "min-w-0 foreign-text",
            status !== "pending" && "text-soft",
            status === "cancelled" && "line-through",
          )}
        >
          {safeText(title)}
          {status === "cancelled" && <span className="sr-only"> (struck out)</span>}
        </span>
      </label>
    </li>
  );
}

function NewLine({ taskId }: { readonly taskId: string }): ReactNode {
  const [title, setTitle] = useState("");
  const add = useListChange(taskId, "add the line", async (words: string) => {
    await call("POST /tasks/:taskId/subtasks", { params: { taskId }, body: { title: words } });
    setTitle("");
  });
  return (
    <form
      className="flex items-start gap-2 px-4 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(title.trim());
      }}
    >
      <TextField
        label="New line of the checklist"
        isLabelHidden
        placeholder="Add a line"
        className="flex-1"
        maxLength={TASK_LIMITS.titleChars}
        value={title}
        error={fieldError(add.error, "title")}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button
        type="submit"
        className="h-9"
        icon={<Plus className="size-4" aria-hidden />}
        isBusy={add.isPending}
        disabled={title.trim() === ""}
      >
        Add
      </Button>
    </form>
  );
}

function useListChange<Wish>(taskId: string, doing: string, mutationFn: (wish: Wish) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: (error) => tellProblem(error, doing),
    onSettled: () => client.invalidateQueries({ queryKey: taskDetail(taskId).queryKey }),
  });
}
