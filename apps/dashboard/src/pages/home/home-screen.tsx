import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Coffee } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { me } from "../../api/queries/organization.ts";
import { openRuns, pendingApprovals } from "../../api/queries/work.ts";
import { counted } from "../../format/numbers.ts";
import { NewTaskButton } from "../../tasks/new-task-button.tsx";
import { StartStory } from "../../story/start-story.tsx";
import { useNextMovers } from "../../tasks/use-next-movers.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PageFrame } from "../page-frame.tsx";
import { DoneRow } from "./done-row.tsx";
import { done, waiting } from "./home-queries.ts";
import { NeedRow } from "./need-row.tsx";
import { needsOf } from "./needs.ts";
import { RunRow } from "./run-row.tsx";

const MOST_DONE = 12;

/** What a person must know in one glance: what needs them, what runs, what came of it. */
export function HomeScreen(): ReactNode {
  const who = useQuery(me).data;
  const approvals = useQuery(pendingApprovals);
  const open = useInfiniteQuery(waiting);
  const movers = useNextMovers();
  const needs = useMemo(
    () =>
      needsOf({
        approvals: approvals.data?.data ?? [],
        tasks: open.data?.pages.flatMap((page) => page.data) ?? [],
        movers,
        personId: who?.personId ?? "",
      }),
    [approvals.data, open.data, movers, who],
  );
  const error = approvals.error ?? open.error;
  const isPending = approvals.isPending || open.isPending;
  const subtitle = isPending
    ? undefined
    : needs.length === 0
      ? "Nothing waits for you."
      : `${counted(needs.length, "thing")} for you.`;
  return (
    <PageFrame title={greeting(who?.name)} subtitle={subtitle}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <Card title="Needs you" padding="flush" className={needs.length > 0 ? "border-line-strong" : ""}>
          {error !== null && (
            <ErrorState error={error} doing="read what needs you" onRetry={() => void open.refetch()} />
          )}
          {isPending && error === null && <SkeletonRows count={4} />}
          {!isPending && error === null && needs.length === 0 && (
            <AllClear hasTasks={(open.data?.pages[0]?.data.length ?? 0) > 0} />
          )}
          <ul>
            {needs.map((need) => (
              <NeedRow
                key={need.id}
                need={need}
                mover={need.task === undefined ? undefined : movers.get(need.task.id)}
              />
            ))}
          </ul>
        </Card>
        <div className="grid gap-4">
          <RunningNow />
          <DoneLately />
        </div>
      </div>
    </PageFrame>
  );
}

function AllClear({ hasTasks }: { readonly hasTasks: boolean }): ReactNode {
  const completed = useInfiniteQuery(done);
  const isFresh = !hasTasks && completed.data?.pages[0]?.data.length === 0;
  if (isFresh) return <StartStory />;
  return (
    <EmptyState
      icon={<Coffee className="size-7" aria-hidden />}
      title="Nothing needs you"
      action={<NewTaskButton look="primary" />}
    >
      Approvals, reviews, questions and failures appear here the moment they need you.
    </EmptyState>
  );
}

function RunningNow(): ReactNode {
  const runs = useQuery(openRuns);
  const list = runs.data?.data ?? [];
  return (
    <Card title="Running now" padding="flush">
      {runs.isPending && <SkeletonRows count={2} />}
      {runs.isError && <ErrorState error={runs.error} doing="read the runs" onRetry={() => void runs.refetch()} />}
      {runs.isSuccess && list.length === 0 && (
        <p className="px-4 py-6 text-center text-sm text-soft">No agent works right now. Idle costs nothing.</p>
      )}
      <ul>
        {list.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
    </Card>
  );
}

function DoneLately(): ReactNode {
  const completed = useInfiniteQuery(done);
  const tasks = completed.data?.pages[0]?.data.slice(0, MOST_DONE) ?? [];
  return (
    <Card
      title="Done"
      padding="flush"
      actions={
        <Link
          to="/board"
          search={{ view: "list", status: "completed" }}
          className="inline-flex min-h-6 items-center px-1 text-xs text-accent-ink hover:underline"
        >
          All
        </Link>
      }
    >
      {completed.isPending && <SkeletonRows count={2} />}
      {completed.isError && (
        <ErrorState error={completed.error} doing="read what was done" onRetry={() => void completed.refetch()} />
      )}
      {completed.isSuccess && tasks.length === 0 && (
        <EmptyState icon={<CircleCheck className="size-6" aria-hidden />} title="Nothing is done yet">
          Accepted work and what it delivered is listed here.
        </EmptyState>
      )}
      <ul>
        {tasks.map((task) => (
          <DoneRow key={task.id} task={task} />
        ))}
      </ul>
    </Card>
  );
}

function greeting(name: string | undefined): string {
  const hour = new Date().getHours();
  const words = hour < 5 ? "Good night" : hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
  return name === undefined ? words : `${words}, ${name.split(" ")[0] ?? name}`;
}
