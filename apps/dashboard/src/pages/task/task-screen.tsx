import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { problemCode } from "../../api/problem.ts";
import { taskDetail, type TaskDetail } from "../../api/queries/tasks.ts";
import { taskApprovals } from "../../api/queries/work.ts";
import { QuickDecision } from "../../approvals/quick-decision.tsx";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { safeText } from "../../text/safe-text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DescriptionCard } from "./description-card.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { PropertiesPanel } from "./properties-panel.tsx";
import { ResultTab } from "./result-tab.tsx";
import { TalkTab } from "./talk-tab.tsx";
import { TaskHeader } from "./task-header.tsx";
import { WorkTab } from "./work-tab.tsx";

/** One task with all that stands around it. */
export function TaskScreen(): ReactNode {
  const taskId = useParams({ strict: false, select: (params) => ("taskId" in params ? String(params.taskId) : "") });
  const task = useQuery(taskDetail(taskId));
  if (task.isPending) return <SkeletonRows count={7} />;
  if (problemCode(task.error) === "task.not-found") return <NoSuchTask />;
  if (task.isError) return <ErrorState error={task.error} doing="read this task" onRetry={() => void task.refetch()} />;
  return <TaskPage key={task.data.id} task={task.data} />;
}

function TaskPage({ task }: { readonly task: TaskDetail }): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const tabs = [
    { id: "work", label: "Work", content: <WorkTab task={task} /> },
    { id: "result", label: countLabel("Result", task.submits.length), content: <ResultTab task={task} /> },
    { id: "talk", label: "Comments", content: <TalkTab taskId={task.id} /> },
    { id: "history", label: "History", content: <HistoryTab taskId={task.id} /> },
  ];
  const chosen = tabs.some(({ id }) => id === words["tab"]) ? (words["tab"] ?? "work") : "work";
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-4 px-4 pt-4 pb-10 sm:px-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <TaskHeader task={task} />
        <Approvals taskId={task.id} />
        <DescriptionCard task={task} />
        <Tabs
          label="About this task"
          tabs={tabs}
          chosen={chosen}
          onChoose={(id) => set({ tab: id === "work" ? "" : id })}
        />
      </div>
      <PropertiesPanel task={task} />
    </div>
  );
}

function Approvals({ taskId }: { readonly taskId: string }): ReactNode {
  const { data } = useQuery(taskApprovals(taskId));
  const pending = data?.data.filter(({ status }) => status === "pending") ?? [];
  return pending.map((approval) => (
    <Card key={approval.id} title={safeText(approval.title)} className="border-line-strong">
      <QuickDecision approval={approval} />
    </Card>
  ));
}

function countLabel(label: string, count: number): ReactNode {
  return (
    <>
      {label}
      {count > 0 && <span className="ml-1.5 text-xs text-faint tabular-nums">{count}</span>}
    </>
  );
}

function NoSuchTask(): ReactNode {
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden />}
      title="There is no such task"
      action={
        <Link to="/board" className={buttonClass("primary")}>
          To the board
        </Link>
      }
    >
      The link may be old, or it belongs to another organization.
    </EmptyState>
  );
}
