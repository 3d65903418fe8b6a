import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callRaw } from "../../api/call.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { diffLines } from "../../text/diff-lines.ts";
import { DiffView } from "../../text/diff-view.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

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
      {both.data !== undefined && <DiffView lines={both.data} label={`Changes in ${path}`} />}
    </details>
  );
}

async function readFile({ id, taskId }: Submit, path: string): Promise<string> {
  const params = { taskId, submitId: id };
  return (await callRaw("GET /tasks/:taskId/submits/:submitId/content", { params, query: { path } })).text();
}
