import { CircleCheck, CircleX, Hourglass, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { fileSize } from "../../format/numbers.ts";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { Markdown, PlainText } from "../../text/markdown.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { FoldMark } from "../../ui/fold-mark.tsx";
import { RoundDiff } from "./round-diff.tsx";

type Submit = TaskDetail["submits"][number];

type RoundCardProps = { readonly submit: Submit; readonly before: Submit | undefined; readonly isNewest: boolean };

/** One round: what was submitted, what the checks said, what the reviewer did. */
export function RoundCard({ submit, before, isNewest }: RoundCardProps): ReactNode {
  return (
    <Card
      title={`Round ${submit.round}`}
      actions={
        <span className="flex items-center gap-2 text-xs text-faint">
          <Ago at={submit.createdAt} />
          <Verdict submit={submit} />
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <details open={isNewest}>
          <summary className="py-1 text-xs font-medium text-soft hover:text-ink">
            <span className="ml-1 inline-flex max-w-[80%] align-middle">
              <ActorName kind="agent" id={submit.agentId} />
            </span>{" "}
            submitted
          </summary>
          <div className="mt-2">
            <Markdown text={submit.summary} />
            {submit.knownIssues !== null && submit.knownIssues !== "" && (
              <p className="mt-2 flex gap-2 text-sm text-warn">
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
                <span className="foreign-text">{safeText(submit.knownIssues)}</span>
              </p>
            )}
          </div>
        </details>
        {submit.checks.length > 0 && <Checks checks={submit.checks} />}
        <Files submit={submit} before={before} />
        {submit.verdict !== null && (
          <div className="rounded-md bg-hover px-3 py-2">
            <p className="flex items-center gap-2 text-xs text-soft">
              <ActorName kind={submit.verdict.reviewerKind} id={submit.verdict.reviewerId} />
              {submit.verdict.verdict === "accepted" ? "accepted it" : "sent it back"}
              <Ago at={submit.verdict.createdAt} className="ml-auto text-faint" />
            </p>
            {submit.verdict.note !== null && submit.verdict.note !== "" && (
              <div className="mt-1">
                <Markdown text={submit.verdict.note} />
              </div>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

function Verdict({ submit }: { readonly submit: Submit }): ReactNode {
  if (submit.verdict === null) {
    return (
      <Badge tone="violet" icon={<Hourglass className="size-3" aria-hidden />}>
        In review
      </Badge>
    );
  }
  return submit.verdict.verdict === "accepted" ? (
    <Badge tone="good">Accepted</Badge>
  ) : (
    <Badge tone="warn">Sent back</Badge>
  );
}

function Checks({ checks }: { readonly checks: Submit["checks"] }): ReactNode {
  return (
    <ul className="flex flex-col gap-1.5" aria-label="Checks">
      {checks.map((check) => (
        <li key={check.checkId} className="text-sm">
          <details>
            <summary className="flex items-center gap-2">
              {check.status === "passed" ? (
                <CircleCheck role="img" aria-label="passed" className="size-4 shrink-0 text-good" />
              ) : (
                <CircleX role="img" aria-label={check.status} className="size-4 shrink-0 text-bad" />
              )}
              <span className="min-w-0 flex-1 foreign-text">{safeText(check.name)}</span>
              <span className="text-xs text-faint">{check.stage === "submit" ? "at submit" : "to accept"}</span>
              {check.output !== "" && <FoldMark />}
            </summary>
            {check.output !== "" && (
              <div className="mt-1 pl-6">
                <PlainText text={check.output} label={`Output: ${check.name}`} />
              </div>
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}

function Files({ submit, before }: { readonly submit: Submit; readonly before: Submit | undefined }): ReactNode {
  if (submit.files.length === 0) return null;
  return (
    <ul aria-label="Files" className="flex flex-col gap-1">
      {submit.files.map((file) => {
        const old = before?.files.find(({ path }) => path === file.path);
        const word =
          before === undefined ? "" : old === undefined ? "new" : old.sha256 === file.sha256 ? "unchanged" : "changed";
        return (
          <li key={file.path}>
            <div className="flex items-center gap-2 font-mono text-xs">
              <span className="min-w-0 flex-1 truncate">{safeText(file.path)}</span>
              {word !== "" && (
                <Badge tone={word === "changed" ? "info" : word === "new" ? "good" : "neutral"}>{word}</Badge>
              )}
              <span className="text-faint">{fileSize(file.bytes)}</span>
            </div>
            {before !== undefined && word === "changed" && (
              <RoundDiff path={file.path} submit={submit} before={before} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
