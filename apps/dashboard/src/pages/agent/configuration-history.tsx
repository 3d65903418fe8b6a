import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../api/call.ts";
import { agentDetail } from "../../api/queries/agents.ts";
import { type AgentRevision, agentRevisions } from "../../api/queries/documents.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { authorOf } from "../../documents/document-history.tsx";
import { AgoInWords } from "../../format/time.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../ui/toast.tsx";
import { changesBetween } from "./configuration-changes.ts";
import type { Rights } from "./rights.ts";

/** How an agent was set up before, apart from its texts; each earlier state can come back. */
export function ConfigurationHistory({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const list = useInfiniteQuery(agentRevisions(agent.id));
  const restore = useRestore(agent);
  const revisions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card title="Earlier set-ups" padding="flush">
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && <ErrorState error={list.error} doing="read the history" onRetry={() => void list.refetch()} />}
      {list.data !== undefined && revisions.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">
          It is set up as it was from the first. A change will be kept here.
        </p>
      )}
      <ol>
        {revisions.map((revision, index) => (
          <li
            key={revision.number}
            className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 text-sm last:border-0"
          >
            <Told revision={revision} before={revisions[index + 1]} />
            {rights === "change" && index > 0 && (
              <Button
                size="sm"
                aria-label={`Bring back set-up ${revision.number}`}
                icon={<RotateCcw className="size-3.5" aria-hidden />}
                isBusy={restore.isPending && restore.variables === revision.number}
                onClick={() => restore.mutate(revision.number)}
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ol>
      <MoreButton list={list} />
    </Card>
  );
}

type ToldProps = { readonly revision: AgentRevision; readonly before: AgentRevision | undefined };

function Told({ revision, before }: ToldProps): ReactNode {
  const changes =
    before === undefined ? ["Set up"] : changesBetween(before.configuration, revision.configuration).map(safeText);
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="foreign-text">{changes.length === 0 ? "Nothing changed" : changes.join(" · ")}</p>
      <p className="mt-0.5 text-xs text-soft foreign-text">
        Set-up {revision.number}
        {revision.restoredFrom !== null && `, as in ${revision.restoredFrom}`},{" "}
        <bdi>{safeText(authorOf(revision))}</bdi>, <AgoInWords at={revision.createdAt} />
        {revision.reason !== null && ` · ${safeText(revision.reason)}`}
      </p>
    </div>
  );
}

function useRestore(agent: Agent) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: number) =>
      call("POST /agents/:agentId/restore", {
        params: { agentId: agent.id },
        body: { number },
        version: agent.version,
      }),
    onSuccess: (restored, number) => {
      client.setQueryData(agentDetail(agent.id).queryKey, restored);
      tellDone(`Set up as in ${number}`);
    },
    onError: (error) => tellProblem(error, "bring it back"),
    onSettled: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
