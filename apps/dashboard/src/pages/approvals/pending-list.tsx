import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pendingApprovals } from "../../api/queries/work.ts";
import { Key } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BatchBar } from "./batch-bar.tsx";
import { PendingCard } from "./pending-card.tsx";
import { useApprovalKeys } from "./use-approval-keys.ts";

/** Everything that waits for a decision, the longest waiting first; several can be decided at once. */
export function PendingList(): ReactNode {
  const pending = useQuery(pendingApprovals);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const approvals = (pending.data?.data ?? []).toReversed();
  const selected = approvals.filter(({ id }) => chosen.has(id));
  const toggle = (id: string): void => setChosen((before) => toggled(before, id));
  const clear = (): void => setChosen(new Set());
  useApprovalKeys({ toggle, clear, selected: selected.length });
  if (pending.isPending) return <SkeletonRows count={4} />;
  if (pending.isError) {
    return <ErrorState error={pending.error} doing="read the approvals" onRetry={() => void pending.refetch()} />;
  }
  if (approvals.length === 0) return <NothingWaits />;
  return (
    <>
      <p className="mb-3 hidden flex-wrap items-center gap-1.5 text-xs text-faint md:flex">
        <Key>J</Key> <Key>K</Key> move, <Key>X</Key> selects, <Key>A</Key> approves, <Key>R</Key> rejects
      </p>
      <ul className="flex flex-col gap-3 pb-24" data-approval-list>
        {approvals.map((approval) => (
          <PendingCard
            key={approval.id}
            approval={approval}
            isSelected={chosen.has(approval.id)}
            onToggle={() => toggle(approval.id)}
          />
        ))}
      </ul>
      <BatchBar selected={selected} onClear={clear} />
    </>
  );
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

function NothingWaits(): ReactNode {
  return (
    <EmptyState
      icon={<ShieldCheck className="size-8" aria-hidden />}
      title="Nothing waits for your word"
      action={
        <Link to="/board" className={buttonClass()}>
          To the board
        </Link>
      }
    >
      Before an agent does what cannot be taken back, it asks here and waits. Waiting costs nothing.
    </EmptyState>
  );
}
