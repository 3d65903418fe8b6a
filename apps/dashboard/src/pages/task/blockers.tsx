import { isTerminalTask, TASK_STATUSES } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { call } from "../../api/call.ts";
import { taskList, type TaskDetail } from "../../api/queries/tasks.ts";
import { Overtaken } from "../../forms/overtaken.tsx";
import { useLiveDraft } from "../../forms/use-live-draft.ts";
import { useTaskChange } from "../../tasks/use-task-change.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** What can still be waited for. */
const OPEN = TASK_STATUSES.filter((status) => !isTerminalTask(status));
/** A longer list is narrowed by words. */
const MOST_SHOWN = 50;

type Ref = TaskDetail["blockers"][number];

/** Opens the choice of what a task waits for. */
export function BlockersButton({ task }: { readonly task: TaskDetail }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="sm" aria-label="Change what it waits for" onClick={() => setIsOpen(true)}>
        Change
      </Button>
      {isOpen && <BlockersDialog task={task} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type BlockersDialogProps = { readonly task: TaskDetail; readonly onClose: () => void };

function BlockersDialog({ task, onClose }: BlockersDialogProps): ReactNode {
  const live = { blockerIds: idsOf(task.blockers) };
  const draft = useLiveDraft(live);
  const [known, setKnown] = useState<readonly Ref[]>(task.blockers);
  const { blockerIds } = draft.values;
  const save = useTaskChange(
    task,
    () =>
      call("PUT /tasks/:taskId/dependencies", {
        params: { taskId: task.id },
        body: { blockerIds },
        version: task.version,
      }),
    onClose,
  );
  return (
    <FormDialog
      title={`What ${task.key} waits for`}
      description="Its work stops while one of these is unfinished, and goes on when none is left."
      submitLabel="Save"
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
      isBusy={save.isPending}
      isReady={draft.maySave && blockerIds.length <= TASK_LIMITS.dependenciesPerTask}
      error={save.error}
      fields={[]}
    >
      <Overtaken draft={draft} live={live} labels={{ blockerIds: "What it waits for" }} words={[]} />
      <Candidates
        task={task}
        chosen={blockerIds.flatMap((id) => [...task.blockers, ...known].find((ref) => ref.id === id) ?? [])}
        onChange={(chosen) => {
          setKnown([...known, ...chosen]);
          draft.write({ blockerIds: idsOf(chosen) });
        }}
      />
    </FormDialog>
  );
}

/** In one order, whatever order they were chosen in. */
function idsOf(refs: readonly Ref[]): string[] {
  return refs.map(({ id }) => id).toSorted();
}

type CandidatesProps = {
  readonly task: TaskDetail;
  readonly chosen: readonly Ref[];
  readonly onChange: (chosen: readonly Ref[]) => void;
};

/** What is chosen, and below it what could be. */
function Candidates({ task, chosen, onChange }: CandidatesProps): ReactNode {
  const [words, setWords] = useState("");
  const found = useOthers(task, words);
  const others = (found ?? []).filter(({ id }) => chosen.every((ref) => ref.id !== id));
  return (
    <>
      <TextField
        label="Find a task"
        type="search"
        placeholder="Words of its title, or its key"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        autoFocus
      />
      <fieldset className="flex max-h-80 flex-col overflow-y-auto">
        <legend className="sr-only">Tasks</legend>
        {chosen.map((ref) => (
          <Candidate
            key={ref.id}
            task={ref}
            isChosen
            onToggle={() => onChange(chosen.filter(({ id }) => id !== ref.id))}
          />
        ))}
        {others.map((ref) => (
          <Candidate key={ref.id} task={ref} isChosen={false} onToggle={() => onChange([...chosen, ref])} />
        ))}
        {found === undefined && <SkeletonRows count={3} />}
        {found !== undefined && chosen.length + others.length === 0 && (
          <p className="py-4 text-center text-sm text-soft">
            {words.trim() === "" ? "The project has no other open task." : "No open task of the project matches."}
          </p>
        )}
      </fieldset>
    </>
  );
}

type CandidateProps = { readonly task: Ref; readonly isChosen: boolean; readonly onToggle: () => void };

function Candidate({ task, isChosen, onToggle }: CandidateProps): ReactNode {
  return (
    <label className="touch-target flex items-center gap-2 rounded-sm px-2 py-1 text-sm hover:bg-hover">
      <input type="checkbox" checked={isChosen} onChange={onToggle} className="accent-accent" />
      <span className="shrink-0 text-xs whitespace-nowrap text-faint tabular-nums">{task.key}</span>
      <bdi className="min-w-0 truncate">{safeText(task.title)}</bdi>
    </label>
  );
}

/** Open tasks of the same project; undefined until they are known. */
function useOthers(task: TaskDetail, words: string): readonly Ref[] | undefined {
  const search = useDeferredValue(words.trim());
  const filter = { projectId: task.projectId, status: OPEN, ...(search === "" ? {} : { search }) };
  const found = useInfiniteQuery(taskList(filter)).data?.pages.flatMap(({ data }) => data);
  return found?.filter(({ id }) => id !== task.id).slice(0, MOST_SHOWN);
}
