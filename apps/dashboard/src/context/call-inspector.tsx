import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { CallLine } from "../api/queries/context.ts";
import type { GrownList } from "../api/queries/grown-list.ts";
import { counted, money, percent } from "../format/numbers.ts";
import { useSearchWords, useSetSearchWords } from "../shell/use-search-words.ts";
import { useShortcut } from "../shell/use-shortcut.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { CallDetail } from "./call-detail.tsx";
import { CallDiffView } from "./call-diff-view.tsx";
import { CallList, callTitle } from "./call-list.tsx";
import { callSums } from "./call-words.ts";

/** Calls at the left, the chosen one at the right: what was in it, what it cost, why the cache broke. */
export function CallInspector({ list }: { readonly list: UseQueryResult<GrownList<CallLine>> }): ReactNode {
  if (list.isPending) return <SkeletonRows count={7} />;
  if (list.isError) {
    return <ErrorState error={list.error} doing="read the model calls" onRetry={() => void list.refetch()} />;
  }
  const { items } = list.data;
  if (items.length === 0) {
    return <EmptyState title="No model was called">What waits or finds nothing to do costs nothing.</EmptyState>;
  }
  return <Calls calls={items} />;
}

function Calls({ calls }: { readonly calls: readonly CallLine[] }): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const chosen = calls.find(({ id }) => id === words["call"]) ?? calls.at(-1);
  const held = calls.find(({ id }) => id === words["with"]);
  const choose = (callId: string): void => set({ call: callId });
  useCallKeys(calls, chosen, choose);
  return (
    <div className="@container flex flex-col gap-3">
      <Sums calls={calls} />
      {held !== undefined && held.id === chosen?.id && (
        <p role="status" className="rounded-sm bg-violet-soft px-3 py-2 text-sm text-violet">
          {callTitle(held)} is kept. Choose the call to compare it with.
        </p>
      )}
      <div className="grid gap-4 @2xl:grid-cols-[19rem_minmax(0,1fr)]">
        <Card padding="flush" className="self-start">
          <CallList calls={calls} chosenId={chosen?.id} heldId={held?.id} onChoose={choose} />
        </Card>
        <div className="min-w-0">
          {chosen !== undefined && held !== undefined && held.id !== chosen.id ? (
            <CallDiffView {...inOrder(calls, held, chosen)} onEnd={() => set({ with: "" })} />
          ) : (
            chosen !== undefined && (
              <CallDetail
                key={`${chosen.id} ${chosen.status}`}
                call={chosen}
                onCompare={(otherId) => set({ with: otherId })}
                onHold={() => set({ with: chosen.id })}
              />
            )
          )}
        </div>
      </div>
    </div>
  );
}

/** The earlier of two calls first, whichever was chosen first. */
function inOrder(
  calls: readonly CallLine[],
  one: CallLine,
  other: CallLine,
): { readonly beforeId: string; readonly afterId: string } {
  const isEarlier = calls.indexOf(one) < calls.indexOf(other);
  return isEarlier ? { beforeId: one.id, afterId: other.id } : { beforeId: other.id, afterId: one.id };
}

function Sums({ calls }: { readonly calls: readonly CallLine[] }): ReactNode {
  const sums = useMemo(() => callSums(calls), [calls]);
  const isSimulated = calls.every((call) => call.isSimulated);
  const facts = [
    counted(sums.calls, "model call"),
    isSimulated ? `$0 (would be ${money(sums.micros)})` : money(sums.micros),
    `${percent(sums.share)} of all tokens came from the cache`,
    sums.breaks === 0 ? "the cache never broke" : `the cache broke ${counted(sums.breaks, "time")}`,
  ];
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-soft tabular-nums">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function useCallKeys(calls: readonly CallLine[], chosen: CallLine | undefined, choose: (callId: string) => void): void {
  const at = chosen === undefined ? -1 : calls.indexOf(chosen);
  const go = (call: CallLine | undefined): void => {
    if (call !== undefined) choose(call.id);
  };
  useShortcut("j", () => go(calls[at + 1]));
  useShortcut("k", () => go(calls[at - 1]));
  useShortcut("n", () => {
    const isBroken = ({ context }: CallLine): boolean => context?.broken != null;
    go(calls.slice(at + 1).find(isBroken) ?? calls.find(isBroken));
  });
}
