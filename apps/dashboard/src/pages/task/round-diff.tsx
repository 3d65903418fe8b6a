import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callRaw } from "../../api/call.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { safeText } from "../../text/safe-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { diffLines } from "./diff-lines.ts";

type Submit = TaskDetail["submits"][number];
type RoundDiffProps = { readonly path: string; readonly submit: Submit; readonly before: Submit };

/** What changed in a file since the round before, read when somebody asks. */
export function RoundDiff({ path, submit, before }: RoundDiffProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const both = useQuery({
    queryKey: ["submits", "diff", before.id, submit.id, path],
    queryFn: async () => diffLines(await readFile(before, path), await readFile(submit, path)),
    enabled: isOpen,
    gcTime: 60_000,
  });
  return (
    <details className="mt-1" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="text-xs text-accent-ink">What changed since round {before.round}</summary>
      {both.isPending && isOpen && <Skeleton className="mt-1 h-16" />}
      {both.isError && <ErrorState error={both.error} doing="compare the rounds" onRetry={() => void both.refetch()} />}
      {both.data === "too-large" && (
        <p className="mt-1 text-xs text-soft">It is too large to compare here; download both.</p>
      )}
      {both.data !== undefined && both.data !== "too-large" && (
        <div
          tabIndex={0}
          role="region"
          aria-label={`Changes in ${path}`}
          className="mt-1 max-h-80 overflow-auto rounded-md border border-line font-mono text-xs"
        >
          {both.data.map((line, index) => (
            <div key={index} className={`flex px-2 whitespace-pre-wrap foreign-text ${LOOKS[line.kind]}`}>
              <span aria-hidden className="w-4 shrink-0 select-none">
                {SIGNS[line.kind]}
              </span>
              <span className="sr-only">{line.kind === "same" ? "" : `${line.kind}: `}</span>
              {safeText(line.text) || " "}
            </div>
          ))}
        </div>
      )}
    </details>
  );
}

const LOOKS = { added: "bg-good-soft text-good", removed: "bg-bad-soft text-bad", same: "text-soft" } as const;
const SIGNS = { added: "+", removed: "−", same: " " } as const;

async function readFile({ id, taskId }: Submit, path: string): Promise<string> {
  const params = { taskId, submitId: id };
  return (await callRaw("GET /tasks/:taskId/submits/:submitId/content", { params, query: { path } })).text();
}
