import { TASK_LIMITS } from "@cadre/shared";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { agents, me, organization, projects } from "../api/queries/organization.ts";
import { queryClient } from "../api/query-client.ts";
import { fieldError } from "../api/problem.ts";
import { useMay } from "../people/use-may.ts";
import { placeTask } from "../live/task-caches.ts";
import { useKeptDraft } from "../shell/kept-drafts.ts";
import { closeOverlay } from "../shell/shell-state.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { StoryOr } from "../story/start-story.tsx";
import { toast } from "sonner";
import { NewProjectButton, ProjectChoice } from "./project-choice.tsx";
import { ReviewerOptions, reviewerOfWord, wordOfReviewer } from "./reviewer-options.tsx";
import { SCHEDULE_FIELDS, TaskScheduleFields } from "./task-schedule-fields.tsx";
import { taskScheduleOf, type TaskScheduleWords, wordsOfTaskSchedule } from "./task-schedule-form.ts";
import { PRIORITY_WORDS } from "./task-words.ts";
import { Choice, NamedChoices } from "../ui/choice.tsx";

type Draft = {
  readonly title: string;
  readonly description: string;
  readonly projectId: string;
  readonly assigneeId: string;
  /** `agent:…` or `person:…`. */
  readonly reviewer: string;
  readonly priority: "critical" | "high" | "medium" | "low";
  readonly when: TaskScheduleWords;
};

/** A task for an agent, from anywhere. */
export function NewTask({ projectId }: { readonly projectId: string | undefined }): ReactNode {
  const projectList = useQuery(projects);
  const agentList = useQuery(agents);
  const error = projectList.error ?? agentList.error;
  // An archived project takes no new tasks.
  const hasProject = projectList.data?.data.some(({ archivedAt }) => archivedAt === null) === true;
  const isEmpty = !hasProject || agentList.data?.data.length === 0;
  if (error !== null)
    return (
      <Frame>
        <ErrorState error={error} doing="read projects and agents" onRetry={() => void projectList.refetch()} />
      </Frame>
    );
  if (projectList.data === undefined || agentList.data === undefined)
    return (
      <Frame>
        <SkeletonRows count={4} />
      </Frame>
    );
  if (isEmpty)
    return (
      <Frame>
        <Missing hasProject={hasProject} />
      </Frame>
    );
  return <TaskForm projectId={projectId} />;
}

function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Dialog isOpen onOpenChange={closeOverlay} title="New task">
      {children}
    </Dialog>
  );
}

function Missing({ hasProject }: { readonly hasProject: boolean }): ReactNode {
  const mayHire = useMay("admin");
  return (
    <EmptyState
      title={
        hasProject ? "There is no agent yet who could do it" : "A task belongs to a project, and there is none yet"
      }
      action={<StoryOr>{hasProject ? mayHire && <HireLink /> : <NewProjectButton />}</StoryOr>}
    >
      {mayHire
        ? "The story brings a project with data and a team of three; they take tasks of yours as well."
        : "An admin of your organization makes projects and hires agents."}
    </EmptyState>
  );
}

function HireLink(): ReactNode {
  return (
    <Link to="/agents" className={buttonClass()} onClick={closeOverlay}>
      Hire an agent
    </Link>
  );
}

const FIELDS = ["title", "description", "projectId", "assigneeId", "reviewerId", "priority", ...SCHEDULE_FIELDS];

function TaskForm({ projectId }: { readonly projectId: string | undefined }): ReactNode {
  const { draft, change, forget, lists } = useDraft(projectId);
  const create = useCreate(forget);
  const isElsewhere = create.isError && FIELDS.every((field) => fieldError(create.error, field) === undefined);
  const isReady = draft.title.trim() !== "" && taskScheduleOf(draft.when) !== undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={closeOverlay}
      title="New task"
      description={`Its agent starts ${draft.when.kind === "none" ? "as soon as it is created" : "when its time comes"}.`}
      footer={
        <>
          <Button onClick={closeOverlay}>Close</Button>
          <Button look="primary" type="submit" form="new-task" isBusy={create.isPending} disabled={!isReady}>
            Create
          </Button>
        </>
      }
    >
      <form
        id="new-task"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(draft);
        }}
      >
        <Words draft={draft} change={change} error={create.error} />
        <Choices draft={draft} change={change} lists={lists} error={create.error} />
        <TaskScheduleFields words={draft.when} onChange={(when) => change({ when })} error={create.error} />
        {isElsewhere && <ErrorState error={create.error} doing="create the task" />}
      </form>
    </Dialog>
  );
}

function Words({ draft, change, error }: Omit<ChoicesProps, "lists">): ReactNode {
  return (
    <>
      <TextField
        label="Title"
        value={draft.title}
        onChange={(event) => change({ title: event.target.value })}
        maxLength={TASK_LIMITS.titleChars}
        error={fieldError(error, "title")}
        autoFocus
        required
      />
      <TextArea
        label="Description"
        hint="What done looks like, where the data is, what to deliver. Markdown is fine."
        rows={6}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        error={fieldError(error, "description")}
      />
    </>
  );
}

type ChoicesProps = Pick<ReturnType<typeof useDraft>, "draft" | "change" | "lists"> & { readonly error: unknown };

function Choices({ draft, change, lists, error }: ChoicesProps): ReactNode {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <ProjectChoice
        projects={lists.projects}
        projectId={draft.projectId}
        error={fieldError(error, "projectId")}
        onChange={(id) => change({ projectId: id })}
      />
      <SelectField
        label="Who does it"
        value={draft.assigneeId}
        onChange={(event) => change({ assigneeId: event.target.value })}
        error={fieldError(error, "assigneeId")}
      >
        <NamedChoices of={lists.agents} />
      </SelectField>
      <SelectField
        label="Who reviews it"
        value={draft.reviewer}
        onChange={(event) => change({ reviewer: event.target.value })}
        error={fieldError(error, "reviewerId")}
      >
        <ReviewerOptions assigneeId={draft.assigneeId} chosen={draft.reviewer} />
      </SelectField>
      <SelectField
        label="Priority"
        value={draft.priority}
        onChange={(event) => change({ priority: event.target.value as Draft["priority"] })}
      >
        {Object.entries(PRIORITY_WORDS).map(([id, label]) => (
          <Choice key={id} value={id}>
            {label}
          </Choice>
        ))}
      </SelectField>
    </div>
  );
}

function useDraft(projectId: string | undefined) {
  const who = useQuery(me).data;
  const zone = useQuery(organization).data?.timeZone ?? "UTC";
  const lists = {
    projects: (useQuery(projects).data?.data ?? []).filter(({ archivedAt }) => archivedAt === null),
    agents: useQuery(agents).data?.data ?? [],
  };
  const { draft: given, keep, forget } = useKeptDraft<Partial<Draft>>("task", {});
  const draft: Draft = {
    title: "",
    description: "",
    projectId: projectId ?? lists.projects[0]?.id ?? "",
    assigneeId: lists.agents[0]?.id ?? "",
    reviewer: wordOfReviewer({ reviewerKind: "person", reviewerId: who?.personId ?? "" }),
    priority: "medium",
    when: wordsOfTaskSchedule(null, zone),
    ...given,
  };
  return { draft, lists, forget, change: (part: Partial<Draft>) => keep({ ...given, ...part }) };
}

function useCreate(onDone: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ reviewer, when, ...draft }: Draft) => {
      const schedule = taskScheduleOf(when) ?? undefined;
      return call("POST /tasks", { body: { ...draft, ...reviewerOfWord(reviewer), schedule } });
    },
    onSuccess: (task) => {
      placeTask(queryClient, task);
      onDone();
      closeOverlay();
      toast.success(`${task.key} created`, {
        action: { label: "Open", onClick: () => void navigate({ to: `/tasks/${task.id}` }) },
      });
    },
  });
}
