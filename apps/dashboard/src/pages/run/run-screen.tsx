import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { problemCode } from "../../api/problem.ts";
import { type RunDetail, runDetail } from "../../api/queries/work.ts";
import { RunLogView } from "../../runs/run-log-view.tsx";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CallsTab } from "./calls-tab.tsx";
import { JournalTab } from "./journal-tab.tsx";
import { RunHeader } from "./run-header.tsx";
import { RunTimeline } from "./run-timeline.tsx";

/** One run: what it wrote, live while it works, and everything that happened to it. */
export function RunScreen(): ReactNode {
  const runId = useParams({ strict: false, select: (params) => ("runId" in params ? String(params.runId) : "") });
  const run = useQuery(runDetail(runId));
  if (run.isPending) return <SkeletonRows count={7} />;
  if (problemCode(run.error) === "run.not-found") return <NoSuchRun />;
  if (run.isError) return <ErrorState error={run.error} doing="read this run" onRetry={() => void run.refetch()} />;
  return <RunPage key={run.data.id} run={run.data} />;
}

function RunPage({ run }: { readonly run: RunDetail }): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const tabs = [
    {
      id: "log",
      label: "Log",
      content: (
        <Card padding="flush">
          <RunLogView run={run} />
        </Card>
      ),
    },
    { id: "calls", label: withCount("Model calls", run.calls.length), content: <CallsTab run={run} /> },
    { id: "journal", label: withCount("Tool calls", run.toolCalls.length), content: <JournalTab run={run} /> },
  ];
  const chosen = tabs.find(({ id }) => id === words["tab"])?.id ?? "log";
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-4 px-4 pt-4 pb-10 sm:px-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <RunHeader run={run} />
        <Tabs
          label="About this run"
          tabs={tabs}
          chosen={chosen}
          onChoose={(id) => set({ tab: id === "log" ? "" : id })}
        />
      </div>
      <RunTimeline run={run} />
    </div>
  );
}

function withCount(label: string, count: number): ReactNode {
  return (
    <>
      {label}
      {count > 0 && <span className="ml-1.5 text-xs text-faint tabular-nums">{count.toLocaleString()}</span>}
    </>
  );
}

function NoSuchRun(): ReactNode {
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden />}
      title="There is no such run"
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
