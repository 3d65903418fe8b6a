import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Lock, ScrollText } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { type AuditFilter, auditEntries } from "../../api/queries/history.ts";
import { me } from "../../api/queries/organization.ts";
import { isAtLeast } from "../../people/roles.ts";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PageFrame } from "../page-frame.tsx";
import { auditFilterOf } from "./audit-filter.ts";
import { AuditRow } from "./audit-row.tsx";
import { AuditToolbar } from "./audit-toolbar.tsx";

/** Who changed what, with what, and when. */
export function AuditScreen(): ReactNode {
  const who = useQuery(me).data;
  if (who !== undefined && !isAtLeast(who.role, "admin")) {
    return (
      <EmptyState icon={<Lock className="size-7" aria-hidden />} title="The audit is for owners and admins">
        Ask one of them what you want to know, or for another role.
      </EmptyState>
    );
  }
  return <Audit />;
}

function Audit(): ReactNode {
  const words = useSearchWords();
  const filter = useMemo(() => auditFilterOf(words), [words]);
  return (
    <PageFrame title="Audit" subtitle="Every change that people and their keys made. It is never changed itself.">
      <AuditToolbar />
      <Card padding="flush" className="mt-3">
        <Entries filter={filter} />
      </Card>
    </PageFrame>
  );
}

function Entries({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const list = useInfiniteQuery(auditEntries(filter));
  const set = useSetSearchWords();
  if (list.isPending) return <SkeletonRows count={8} />;
  if (list.isError) return <ErrorState error={list.error} doing="read the audit" onRetry={() => void list.refetch()} />;
  const entries = list.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText className="size-7" aria-hidden />}
        title="No change that matches"
        action={
          <Button onClick={() => set({ actor: "", credential: "", action: "", entity: "", from: "", until: "" })}>
            Show everything
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}
