import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { taskTransitions, type TaskStatus } from "../../api/queries/tasks.ts";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { StatusIcon } from "../../tasks/status-icon.tsx";
import { MOVE_WORDS, STATUS_WORDS } from "../../tasks/task-words.ts";
import { safeText } from "../../text/safe-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** Every move a task has made: who, when, why. */
export function HistoryTab({ taskId }: { readonly taskId: string }): ReactNode {
  const moves = useQuery(taskTransitions(taskId));
  if (moves.isPending) return <SkeletonRows count={4} />;
  if (moves.isError)
    return <ErrorState error={moves.error} doing="read its history" onRetry={() => void moves.refetch()} />;
  return (
    <ol className="flex flex-col">
      {moves.data.data.map((transition) => (
        <li key={transition.id} className="flex gap-3 pb-4">
          <span className="flex flex-col items-center">
            {isStatus(transition.toStatus) && <StatusIcon status={transition.toStatus} />}
            <span aria-hidden className="mt-1 w-px flex-1 bg-line" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 text-sm">
              <ActorName kind={transition.actorKind} id={transition.actorId} />
              <span className="text-soft">{wordOfMove(transition.move)}</span>
              {transition.round > 1 && <span className="text-xs text-faint">round {transition.round}</span>}
              <Ago at={transition.createdAt} className="ml-auto text-xs text-faint" />
            </p>
            {transition.note !== null && transition.note !== "" && (
              <p className="mt-0.5 line-clamp-4 text-sm whitespace-pre-wrap text-soft foreign-text">
                {safeText(transition.note)}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Moves after which "it" does not come last, and those that nobody makes by a button. */
const PHRASES: Readonly<Record<string, string>> = {
  create: "created it",
  assign: "gave it to another agent",
  "new-round": "began a new round",
  revise: "sent it back",
  fail: "marked it as failed",
  retry: "tried it again",
};

function wordOfMove(move: string): string {
  const words: Readonly<Record<string, { readonly done: string }>> = MOVE_WORDS;
  const done = words[move]?.done;
  return PHRASES[move] ?? (done === undefined ? move.replaceAll("-", " ") : `${done} it`);
}

function isStatus(status: string): status is TaskStatus {
  return Object.hasOwn(STATUS_WORDS, status);
}
