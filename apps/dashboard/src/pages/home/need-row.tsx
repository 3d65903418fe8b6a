import { Link } from "@tanstack/react-router";
import {
  BellRing,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  Hand,
  type LucideIcon,
  ScanEye,
  ShieldQuestion,
} from "lucide-react";
import type { ReactNode } from "react";
import { QuickDecision } from "../../approvals/quick-decision.tsx";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { NextMover } from "../../tasks/next-mover.tsx";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";
import { safeText } from "../../text/safe-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import type { Need } from "./needs.ts";

type Look = { readonly icon: LucideIcon; readonly word: string; readonly tone: Tone; readonly todo: string };

const KINDS: Readonly<Record<Need["kind"], Look>> = {
  approval: { icon: ShieldQuestion, word: "Approval", tone: "warn", todo: "Decide" },
  review: { icon: ScanEye, word: "Review", tone: "violet", todo: "Review" },
  draft: { icon: CircleDashed, word: "Draft", tone: "warn", todo: "Approve" },
  alarm: { icon: BellRing, word: "Nobody moves it", tone: "bad", todo: "Look" },
  blocked: { icon: Hand, word: "Blocked", tone: "bad", todo: "Unblock" },
  failed: { icon: CircleAlert, word: "Failed", tone: "bad", todo: "Look" },
};

/** One thing that waits for the person who looks, with what to do about it. */
export function NeedRow({
  need,
  mover,
}: {
  readonly need: Need;
  readonly mover: TaskWithMover | undefined;
}): ReactNode {
  const { icon, word, tone, todo } = lookOf(need);
  const Icon = icon;
  const { approval, task } = need;
  const taskId = task?.id ?? approval?.taskId;
  const title = approval?.title ?? task?.title ?? "";
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <div className="flex items-start gap-3">
        <Icon
          className={`mt-0.5 size-4 shrink-0 ${tone === "bad" ? "text-bad" : tone === "warn" ? "text-warn" : "text-violet"}`}
          aria-hidden
        />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={tone}>{word}</Badge>
            {task !== undefined && <span className="text-xs text-faint tabular-nums">{task.key}</span>}
            <Ago at={need.at} className="text-xs text-faint" />
          </div>
          <p className="mt-1 text-sm font-medium foreign-text">
            {taskId === null || taskId === undefined ? (
              safeText(title)
            ) : (
              <Link to={`/tasks/${taskId}`} className="hover:underline">
                {safeText(title)}
              </Link>
            )}
          </p>
          <Detail need={need} mover={mover} />
          {approval !== undefined && <QuickDecision approval={approval} />}
        </div>
        {approval === undefined && taskId !== undefined && taskId !== null && (
          <Link to={`/tasks/${taskId}`} className={buttonClass("neutral", "sm")}>
            {todo}
          </Link>
        )}
      </div>
    </li>
  );
}

function lookOf({ kind, approval }: Need): Look {
  if (approval?.kind === "question") return { ...KINDS.approval, icon: CircleHelp, word: "Question" };
  if (approval?.kind === "review") return { ...KINDS.review };
  return KINDS[kind];
}

function Detail({ need, mover }: { readonly need: Need; readonly mover: TaskWithMover | undefined }): ReactNode {
  const { approval, task } = need;
  if (approval !== undefined) {
    return approval.agentId === null ? null : (
      <p className="mt-0.5 text-xs text-soft">
        <ActorName kind="agent" id={approval.agentId} />
      </p>
    );
  }
  const reason = task?.blockedReason;
  return (
    <div className="mt-0.5 flex min-w-0 flex-col gap-1 text-xs text-soft">
      {reason !== null && reason !== undefined && reason !== "" && (
        <p className="line-clamp-2 foreign-text">{safeText(reason)}</p>
      )}
      {(reason ?? "") === "" && mover !== undefined && <NextMover mover={mover} />}
    </div>
  );
}
