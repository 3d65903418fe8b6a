import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { CallLine } from "../api/queries/context.ts";
import { shortCount } from "../format/numbers.ts";
import { Ago } from "../format/time.tsx";
import { safeText } from "../text/safe-text.ts";
import { Badge } from "../ui/badge.tsx";
import { cx } from "../ui/class-names.ts";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import { cachedShare, costWords, tokensIn } from "./call-words.ts";
import { ShareBar } from "./prompt-bar.tsx";

type CallListProps = {
  readonly calls: readonly CallLine[];
  readonly chosenId: string | undefined;
  /** The call that others are compared with. */
  readonly heldId: string | undefined;
  readonly onChoose: (callId: string) => void;
};

/** Calls in their order, each with its cost and its cache. Only those in sight are drawn. */
export function CallList({ calls, chosenId, heldId, onChoose }: CallListProps): ReactNode {
  return (
    <VirtualRows
      label="Model calls"
      rows={calls}
      rowKey={({ id }) => id}
      estimatePx={64}
      {...(chosenId === undefined ? {} : { shownKey: chosenId })}
      className="max-h-[38vh] lg:max-h-[74vh]"
      render={(call) => (
        <CallRow
          call={call}
          isChosen={call.id === chosenId}
          isHeld={call.id === heldId}
          onChoose={() => onChoose(call.id)}
        />
      )}
    />
  );
}

type CallRowProps = {
  readonly call: CallLine;
  readonly isChosen: boolean;
  readonly isHeld: boolean;
  readonly onChoose: () => void;
};

function CallRow({ call, isChosen, isHeld, onChoose }: CallRowProps): ReactNode {
  const share = cachedShare(call);
  const broken = call.context?.broken ?? null;
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen ? "true" : undefined}
      className={cx(
        "touch-target flex w-full flex-col gap-1 border-b border-l-2 border-line px-3 py-2 text-left hover:bg-hover",
        isChosen ? "border-l-accent bg-accent-soft" : "border-l-transparent",
      )}
    >
      <span className="flex w-full items-center gap-2 text-sm tabular-nums">
        <span className="min-w-0 truncate font-medium">{callTitle(call)}</span>
        {isHeld && <Badge tone="violet">compared</Badge>}
        {call.status !== "done" && (
          <Badge tone={call.status === "reserved" ? "info" : "bad"}>
            {call.status === "reserved" ? "under way" : call.status}
          </Badge>
        )}
        <span className="ml-auto truncate text-xs">{costWords(call)}</span>
      </span>
      <span className="flex w-full items-center gap-2 text-xs text-soft tabular-nums">
        <span className="shrink-0">{shortCount(tokensIn(call))} in</span>
        <span className="w-12 shrink-0 sm:w-20">
          <ShareBar share={share ?? 0} />
        </span>
        <span className="shrink-0">{share === undefined ? "–" : `${Math.round(100 * share)} %`}</span>
        <Ago at={call.startedAt} className="ml-auto shrink-0 text-soft" />
      </span>
      {broken !== null && (
        <span className="flex w-full items-center gap-1 text-xs text-warn">
          <TriangleAlert className="size-3 shrink-0" aria-hidden />
          <span className="min-w-0 truncate">{safeText(broken.words)}</span>
        </span>
      )}
    </button>
  );
}

/** What a call is called: its step, and what it was for where that is not the reply itself. */
export function callTitle({ step, purpose }: Pick<CallLine, "step" | "purpose">): string {
  return purpose === "main" ? `Step ${step}` : `Step ${step}, ${safeText(purpose)}`;
}
