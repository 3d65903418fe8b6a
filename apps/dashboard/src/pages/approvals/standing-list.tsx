import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { type StandingApproval, standingApprovals } from "../../api/queries/approvals.ts";
import { me, type Project, projects } from "../../api/queries/organization.ts";
import { ExactAction } from "../../approvals/exact-action.tsx";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { isAtLeast } from "../../people/roles.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../ui/toast.tsx";

/** Exact actions that need no decision any more, project by project. */
export function StandingList(): ReactNode {
  const projectList = useQuery(projects);
  const list = projectList.data?.data ?? [];
  const granted = useQueries({ queries: list.map(({ id }) => standingApprovals(id)) });
  const failed = [projectList, ...granted].find(({ isError }) => isError);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} doing="read what is allowed" onRetry={() => void failed.refetch()} />;
  }
  if (projectList.isPending || granted.some(({ isPending }) => isPending)) return <SkeletonRows count={4} />;
  const groups = list.map((project, index) => ({ project, rows: granted[index]?.data?.data ?? [] }));
  const filled = groups.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) {
    return (
      <EmptyState icon={<ShieldOff className="size-7" aria-hidden />} title="Nothing is allowed once and for all">
        "Always allow" at a request that waits puts its exact command here.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {filled.map(({ project, rows }) => (
        <ProjectCard key={project.id} project={project} rows={rows} />
      ))}
    </div>
  );
}

function ProjectCard({
  project,
  rows,
}: {
  readonly project: Project;
  readonly rows: readonly StandingApproval[];
}): ReactNode {
  return (
    <Card title={<bdi>{safeText(project.name)}</bdi>} padding="flush">
      <ul>
        {rows.map((row) => (
          <StandingRow key={row.id} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function StandingRow({ row }: { readonly row: StandingApproval }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const mayRevoke = isAtLeast(useQuery(me).data?.role ?? "viewer", "admin");
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () =>
      call("DELETE /standing-approvals/:standingApprovalId", { params: { standingApprovalId: row.id } }),
    onSuccess: () => tellDone("It asks again from now on"),
    onError: (error) => tellProblem(error, "take it back"),
    onSettled: () => {
      setIsAsked(false);
      return client.invalidateQueries({ queryKey: ["standing-approvals"] });
    },
  });
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
        <code className="min-w-0 font-mono foreign-text">{safeText(row.tool)}</code>
        <ActorName kind="person" id={row.approvedBy} />
        <Ago at={row.createdAt} className="text-faint" />
        {mayRevoke && (
          <Button size="sm" look="quiet" className="ml-auto" onClick={() => setIsAsked(true)}>
            Take back…
          </Button>
        )}
      </div>
      <ExactAction text={row.action} />
      <Confirm
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title="Ask again from now on?"
        confirmLabel="Take back"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      >
        <p>Agents ask before they do this again. Calls that have started are not undone.</p>
        <ExactAction text={row.action} />
      </Confirm>
    </li>
  );
}
