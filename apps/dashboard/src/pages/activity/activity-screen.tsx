import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { eventTypes } from "../../api/queries/settings.ts";
import { Ago } from "../../format/time.tsx";
import type { LiveEvent } from "../../live/live-event.ts";
import { ActorName } from "../../people/actor-name.tsx";
import type { ActorKind } from "../../people/use-names.ts";
import { addressOfEntity } from "../../shell/entity-address.ts";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { VirtualRows } from "../../ui/virtual-rows.tsx";
import { PageFrame } from "../page-frame.tsx";
import { ActivityToolbar } from "./activity-toolbar.tsx";
import { subjectOf } from "./activity-filter.ts";
import { useActivity } from "./use-activity.ts";

/** What happens, as it happens, narrowed by the words of the address. */
export function ActivityScreen(): ReactNode {
  const words = useSearchWords();
  const { history, events } = useActivity(words);
  const isNarrowed = ["topic", "actor"].some((word) => (words[word] ?? "") !== "");
  return (
    <PageFrame title="Activity" subtitle="What happens, as it happens." width="reading" actions={<ActivityToolbar />}>
      <Card padding="flush">
        {history.isPending && events.length === 0 && <SkeletonRows count={8} />}
        {history.isError && (
          <ErrorState
            error={history.error}
            doing="read what happened before"
            onRetry={() => void history.refetch()}
            isRetrying={history.isFetching}
          />
        )}
        {history.isSuccess && events.length === 0 && <Nothing isNarrowed={isNarrowed} />}
        {events.length > 0 && (
          <VirtualRows
            label="Activity"
            rows={events}
            onNearEnd={() => (history.hasNextPage && !history.isFetching ? void history.fetchNextPage() : undefined)}
            rowKey={({ id }) => id}
            estimatePx={57}
            className="max-h-[calc(100dvh-12rem)]"
            render={(event) => <EventRow event={event} />}
          />
        )}
      </Card>
    </PageFrame>
  );
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }): ReactNode {
  const set = useSetSearchWords();
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<Activity className="size-7" aria-hidden />}
        title="Nothing that matches"
        action={<Button onClick={() => set({ topic: "", actor: "", all: "" })}>Show everything</Button>}
      />
    );
  }
  return (
    <EmptyState icon={<Activity className="size-7" aria-hidden />} title="Nothing happened lately">
      What the team does appears here the moment it happens.
    </EmptyState>
  );
}

function EventRow({ event }: { readonly event: LiveEvent }): ReactNode {
  const summary = useQuery(eventTypes).data?.data.find(({ type }) => type === event.type)?.summary;
  const address = addressOfEntity(event.entity);
  const subject = safeText(subjectOf(event));
  return (
    <div className="border-b border-line px-4 py-2 text-sm">
      <div className="flex items-baseline gap-2">
        <p className="min-w-0 flex-1 truncate">{safeText(summary ?? event.type)}</p>
        <Ago at={event.at} className="shrink-0 text-xs text-faint" />
      </div>
      <p className="flex min-w-0 items-center gap-2 text-xs text-soft">
        <span className="flex max-w-1/2 shrink-0">
          <ActorName kind={event.actor.kind as ActorKind} id={event.actor.id} />
        </span>
        {address === undefined ? (
          <bdi className="truncate text-faint">{subject}</bdi>
        ) : (
          <Link to={address} className="min-w-0 truncate text-accent-ink hover:underline">
            <bdi>{subject === "" ? `the ${event.entity.kind}` : subject}</bdi>
          </Link>
        )}
      </p>
    </div>
  );
}
