import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { approvalHistory } from "../../api/queries/approvals.ts";
import type { Approval } from "../../api/queries/work.ts";
import { ExactAction } from "../../approvals/exact-action.tsx";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { APPROVAL_KIND_WORDS, APPROVAL_STATUS_WORDS } from "./approval-words.ts";
import { Where } from "./pending-card.tsx";

/** What was decided: by whom, when, and in which words. */
export function DecidedList(): ReactNode {
  const history = useInfiniteQuery(approvalHistory);
  if (history.isPending) return <SkeletonRows count={5} />;
  if (history.isError) {
    return <ErrorState error={history.error} doing="read what was decided" onRetry={() => void history.refetch()} />;
  }
  const decided = history.data.pages.flatMap(({ data }) => data).filter(({ status }) => status !== "pending");
  if (decided.length === 0 && !history.hasNextPage) {
    return (
      <EmptyState icon={<History className="size-7" aria-hidden />} title="Nothing was decided yet">
        Every decision stays here, with who made it and why.
      </EmptyState>
    );
  }
  return (
    <>
      <Card padding="flush">
        <ul>
          {decided.map((approval) => (
            <DecidedRow key={approval.id} approval={approval} />
          ))}
        </ul>
      </Card>
      <MoreButton list={history} />
    </>
  );
}

function DecidedRow({ approval }: { readonly approval: Approval }): ReactNode {
  const { word, tone } = APPROVAL_STATUS_WORDS[approval.status];
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
        <Badge tone={tone}>{word}</Badge>
        <span>{APPROVAL_KIND_WORDS[approval.kind]}</span>
        {approval.decidedBy !== null && <ActorName kind="person" id={approval.decidedBy} />}
        <Ago at={approval.decidedAt ?? approval.createdAt} className="text-faint" />
      </div>
      <p className="text-sm font-medium foreign-text">{safeText(approval.title)}</p>
      <Where approval={approval} />
      {approval.action !== null && <ExactAction text={approval.action} />}
      {approval.comment !== null && approval.comment !== "" && (
        <p className="border-l-2 border-line pl-3 text-sm whitespace-pre-wrap text-soft foreign-text">
          {safeText(approval.comment)}
        </p>
      )}
    </li>
  );
}
