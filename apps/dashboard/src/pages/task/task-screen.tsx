import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { taskDetail, type TaskDetail } from "../../api/queries/tasks.ts";
import { taskApprovals } from "../../api/queries/work.ts";
import { QuickDecision } from "../../approvals/quick-decision.tsx";
import { AddressTabs } from "../../shell/address-tabs.tsx";
import { ThingScreen } from "../../shell/thing-screen.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Card } from "../../ui/card.tsx";
import { CountedLabel } from "../../ui/counted-label.tsx";
import { DescriptionCard } from "./description-card.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { PropertiesPanel } from "./properties-panel.tsx";
import { ResultTab } from "./result-tab.tsx";
import { TalkTab } from "./talk-tab.tsx";
import { TaskHeader } from "./task-header.tsx";
import { WorkTab } from "./work-tab.tsx";

const MISSING = {
  why: "The link may be old, or it belongs to another organization.",
  to: "/board",
  goThere: "To the board",
} as const;

/** One task with all that stands around it. */
export function TaskScreen(): ReactNode {
  const taskId = useParams({ strict: false, select: (params) => ("taskId" in params ? String(params.taskId) : "") });
  const task = useQuery(taskDetail(taskId));
  return (
    <ThingScreen query={task} kind="task" missing={MISSING}>
      {(thing) => <TaskPage key={thing.id} task={thing} />}
    </ThingScreen>
  );
}

function TaskPage({ task }: { readonly task: TaskDetail }): ReactNode {
  const tabs = [
    { id: "work", label: "Work", content: <WorkTab task={task} /> },
    {
      id: "result",
      label: <CountedLabel label="Result" count={task.submits.length} />,
      content: <ResultTab task={task} />,
    },
    { id: "talk", label: "Comments", content: <TalkTab taskId={task.id} /> },
    { id: "history", label: "History", content: <HistoryTab taskId={task.id} /> },
  ];
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 px-4 pt-4 pb-10 sm:px-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <TaskHeader task={task} />
        <Approvals taskId={task.id} />
        <DescriptionCard task={task} />
        <AddressTabs label="About this task" tabs={tabs} />
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
