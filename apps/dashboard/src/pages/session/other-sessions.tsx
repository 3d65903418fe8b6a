import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { agentSessions, type Session } from "../../api/queries/context.ts";
import { counted } from "../../format/numbers.ts";
import { Ago } from "../../format/time.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** What else its agent has said and read, newest first: no run leads to forks that nobody works in yet. */
export function OtherSessions({ session }: { readonly session: Session }): ReactNode {
  const list = useInfiniteQuery(agentSessions(session.agentId));
  if (list.isPending) return <SkeletonRows count={5} />;
  if (list.isError) {
    return <ErrorState error={list.error} doing="read its agent's sessions" onRetry={() => void list.refetch()} />;
  }
  const others = list.data.pages.flatMap(({ data }) => data).filter(({ id }) => id !== session.id);
  if (others.length === 0 && !list.hasNextPage) return <EmptyState title="Its agent has no other session" />;
  return (
    <>
      <Card padding="flush">
        <ul>
          {others.map((each) => (
            <OtherSession key={each.id} session={each} />
          ))}
        </ul>
      </Card>
      <MoreButton list={list} />
    </>
  );
}

function OtherSession({ session }: { readonly session: Session }): ReactNode {
  return (
    <li className="border-b border-line last:border-0">
      <Link to={`/sessions/${session.id}`} className="flex items-start gap-3 px-4 py-2.5 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2 text-sm font-medium">
            <bdi className="min-w-0 truncate">{safeText(session.shownTitle ?? "Session")}</bdi>
            {session.origin?.kind === "fork" && <Badge tone="info">fork</Badge>}
            {session.archivedAt !== null && <Badge>archived</Badge>}
          </span>
          <span className="block truncate text-xs text-soft tabular-nums">
            {session.kind.replaceAll("_", " ")} · {counted(session.entries, "entry", "entries")}
          </span>
        </span>
        <Ago at={session.createdAt} className="shrink-0 text-xs text-faint tabular-nums" />
      </Link>
    </li>
  );
}
