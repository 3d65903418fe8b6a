import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { taskDetail } from "../../api/queries/tasks.ts";
import type { Approval } from "../../api/queries/work.ts";
import { ExactAction } from "../../approvals/exact-action.tsx";
import { Ago, AgoInWords } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { Markdown } from "../../text/markdown.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/class-names.ts";
import { APPROVAL_KIND_WORDS } from "./approval-words.ts";
import { DecisionForm } from "./decision-form.tsx";

type PendingCardProps = {
  readonly approval: Approval;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
};

/** One request: who asks, what for, exactly what would happen, and the answers that are possible. */
export function PendingCard({ approval, isSelected, onToggle }: PendingCardProps): ReactNode {
  const mayDecide = approval.actions.length > 0;
  const title = safeText(approval.title);
  return (
    <li
      tabIndex={-1}
      data-approval={approval.id}
      aria-label={title}
      className={cx(
        "rounded-lg border bg-panel p-4 outline-offset-2",
        isSelected ? "border-accent bg-accent-soft" : "border-line",
      )}
    >
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          aria-label={`Select: ${title}`}
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={isSelected}
          disabled={!mayDecide}
          onChange={onToggle}
        />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
            <Badge tone="warn">{APPROVAL_KIND_WORDS[approval.kind]}</Badge>
            {approval.agentId !== null && <ActorName kind="agent" id={approval.agentId} />}
            <Ago at={approval.createdAt} className="text-faint" />
            {approval.expiresAt !== null && (
              <span className="text-warn">
                expires <AgoInWords at={approval.expiresAt} />
              </span>
            )}
          </div>
          <h2 className="text-sm font-semibold foreign-text">{title}</h2>
          <Where approval={approval} />
          {approval.description !== "" && (
            <div className="max-h-60 overflow-y-auto text-sm text-soft" tabIndex={0} role="region" aria-label="Reason">
              <Markdown text={approval.description} />
            </div>
          )}
          {approval.action !== null && <ExactAction text={approval.action} />}
          {mayDecide ? (
            <DecisionForm approval={approval} />
          ) : (
            <p className="text-xs text-soft">It is somebody else's to decide.</p>
          )}
        </div>
      </div>
    </li>
  );
}

/** The task and the run that it comes from. */
export function Where({ approval }: { readonly approval: Approval }): ReactNode {
  const { taskId, runId } = approval;
  const task = useQuery({ ...taskDetail(taskId ?? ""), enabled: taskId !== null }).data;
  if (taskId === null && runId === null) return null;
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 text-xs text-soft">
      {task !== undefined && (
        <Link to={`/tasks/${task.id}`} className="inline-block min-w-0 truncate leading-[24px] hover:underline">
          <span className="mr-1 text-faint tabular-nums">{task.key}</span>
          <bdi>{safeText(task.title)}</bdi>
        </Link>
      )}
      {runId !== null && (
        <Link to={`/runs/${runId}`} className="inline-block leading-[24px] text-accent-ink hover:underline">
          The run
        </Link>
      )}
    </p>
  );
}
