import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { type RunDetail, runDetail } from "../../api/queries/work.ts";
import { RunLogView } from "../../runs/run-log-view.tsx";
import { AddressTabs } from "../../shell/address-tabs.tsx";
import { ThingScreen } from "../../shell/thing-screen.tsx";
import { Card } from "../../ui/card.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { CountedLabel } from "../../ui/counted-label.tsx";
import { CallsTab } from "./calls-tab.tsx";
import { JournalTab } from "./journal-tab.tsx";
import { RunHeader } from "./run-header.tsx";
import { RunTimeline } from "./run-timeline.tsx";

const ContextTab = lazy(() => import("../../context/context-tab.tsx").then((file) => ({ default: file.ContextTab })));

const MISSING = {
  why: "The link may be old, or it belongs to another organization.",
  to: "/board",
  goThere: "To the board",
} as const;

/** One run: what it wrote, live while it works, and everything that happened to it. */
export function RunScreen(): ReactNode {
  const runId = useParams({ strict: false, select: (params) => ("runId" in params ? String(params.runId) : "") });
  const run = useQuery(runDetail(runId));
  return (
    <ThingScreen query={run} kind="run" missing={MISSING}>
      {(thing) => <RunPage key={thing.id} run={thing} />}
    </ThingScreen>
  );
}

function RunPage({ run }: { readonly run: RunDetail }): ReactNode {
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
    {
      id: "calls",
      label: <CountedLabel label="Model calls" count={run.modelCalls} />,
      content: <CallsTab run={run} />,
    },
    {
      id: "context",
      label: "Context",
      content: (
        <Suspense fallback={<SkeletonRows count={7} />}>
          <ContextTab runId={run.id} sessionId={run.sessionId} />
        </Suspense>
      ),
    },
    {
      id: "journal",
      label: <CountedLabel label="Tool calls" count={run.toolCallCount} />,
      content: <JournalTab run={run} />,
    },
  ];
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-4 px-4 pt-4 pb-10 sm:px-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <RunHeader run={run} />
        <AddressTabs label="About this run" tabs={tabs} />
      </div>
      <RunTimeline run={run} />
    </div>
  );
}
