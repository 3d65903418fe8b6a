import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../api/call.ts";
import { agents, me, projects } from "../../api/queries/organization.ts";
import type { TaskDetail, TaskPriority } from "../../api/queries/tasks.ts";
import { Ago, AgoInWords } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { PRIORITY_WORDS } from "../../tasks/task-words.ts";
import { safeText } from "../../text/safe-text.ts";
import { ReviewerOptions, reviewerOfWord, wordOfReviewer } from "../../tasks/reviewer-options.tsx";
import { useTaskChange, useTaskEdit } from "../../tasks/use-task-change.ts";
import { Choice, NamedChoices } from "../../ui/choice.tsx";
import { BlockersButton } from "./blockers.tsx";
import { Fact } from "./fact.tsx";
import { ScheduleFacts } from "./schedule-facts.tsx";

const SELECT =
  "-ml-2 h-7 max-w-full rounded-xs border border-transparent bg-transparent px-1 text-sm hover:border-line-strong hover:bg-raised";

/** The facts of a task, and those that can be changed in place. */
export function PropertiesPanel({ task }: { readonly task: TaskDetail }): ReactNode {
  const mayEdit = useQuery(me).data?.role !== "viewer";
  const project = useQuery(projects).data?.data.find(({ id }) => id === task.projectId);
  return (
    <aside aria-label="Facts" className="flex flex-col gap-5 text-sm lg:pt-7">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1.5">
        <Fact label="Assignee">
          {mayEdit ? <Assignee task={task} /> : <ActorName kind="agent" id={task.assigneeId} />}
        </Fact>
        <Fact label="Reviewer">
          {mayEdit ? <Reviewer task={task} /> : <ActorName kind={task.reviewerKind} id={task.reviewerId} />}
        </Fact>
        <Fact label="Priority">{mayEdit ? <Priority task={task} /> : PRIORITY_WORDS[task.priority]}</Fact>
        <Fact label="Project">{project === undefined ? "" : safeText(project.name)}</Fact>
        <Fact label="Round">{task.round}</Fact>
        <Fact label="Created">
          <span className="flex items-center gap-1.5">
            <ActorName kind={task.createdByKind} id={task.createdById} />
            <Ago at={task.createdAt} className="shrink-0 text-xs text-faint" />
          </span>
        </Fact>
        <ScheduleFacts task={task} mayChange={mayEdit} />
        {task.completedAt !== null && (
          <Fact label="Completed">
            <AgoInWords at={task.completedAt} />
          </Fact>
        )}
      </dl>
      <Refs
        title="Waits for"
        refs={task.blockers}
        change={mayEdit && task.status !== "archived" && <BlockersButton task={task} />}
      />
      <Refs title="Waited for by" refs={task.dependents} />
    </aside>
  );
}

type RefsProps = {
  readonly title: string;
  readonly refs: TaskDetail["blockers"];
  /** What changes them; the list is there without any, then. */
  readonly change?: ReactNode;
};

function Refs({ title, refs, change }: RefsProps): ReactNode {
  if (refs.length === 0 && !change) return null;
  return (
    <div>
      <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-xs text-faint">{title}</h2>
        {change}
      </div>
      {refs.length === 0 && <p className="text-soft">Nothing</p>}
      <ul className="flex flex-col gap-1">
        {refs.map((ref) => (
          <li key={ref.id}>
            <Link to={`/tasks/${ref.id}`} className="flex min-h-6 items-center gap-1.5 hover:underline">
              <span className="shrink-0 text-xs whitespace-nowrap text-faint tabular-nums">{ref.key}</span>
              <bdi className="min-w-0 truncate">{safeText(ref.title)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Assignee({ task }: { readonly task: TaskDetail }): ReactNode {
  const list = useQuery(agents).data?.data ?? [];
  const assign = useTaskChange(task, (agentId: string) =>
    call("POST /tasks/:taskId/assign", { params: { taskId: task.id }, body: { agentId }, version: task.version }),
  );
  return (
    <select
      aria-label="Assignee"
      className={SELECT}
      value={task.assigneeId}
      disabled={assign.isPending}
      onChange={(event) => assign.mutate(event.target.value)}
    >
      <NamedChoices of={list} />
      {list.every(({ id }) => id !== task.assigneeId) && <option value={task.assigneeId}>…</option>}
    </select>
  );
}

function Reviewer({ task }: { readonly task: TaskDetail }): ReactNode {
  const edit = useTaskEdit(task);
  return (
    <select
      aria-label="Reviewer"
      className={SELECT}
      value={wordOfReviewer(task)}
      disabled={edit.isPending}
      onChange={(event) => edit.mutate(reviewerOfWord(event.target.value))}
    >
      <ReviewerOptions assigneeId={task.assigneeId} chosen={wordOfReviewer(task)} />
    </select>
  );
}

function Priority({ task }: { readonly task: TaskDetail }): ReactNode {
  const edit = useTaskEdit(task);
  return (
    <select
      aria-label="Priority"
      className={SELECT}
      value={task.priority}
      disabled={edit.isPending}
      onChange={(event) => edit.mutate({ priority: event.target.value as TaskPriority })}
    >
      {Object.entries(PRIORITY_WORDS).map(([id, label]) => (
        <Choice key={id} value={id}>
          {label}
        </Choice>
      ))}
    </select>
  );
}
