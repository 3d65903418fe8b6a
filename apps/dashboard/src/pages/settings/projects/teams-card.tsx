import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Crown, Ellipsis, PenLine, Trash2, UsersRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { TeamManagerField } from "../../../agents/team-manager-field.tsx";
import { call } from "../../../api/call.ts";
import { fieldError } from "../../../api/problem.ts";
import { agents, type Team, teams } from "../../../api/queries/organization.ts";
import { counted } from "../../../format/numbers.ts";
import { useMay } from "../../../people/use-may.ts";
import { safeText } from "../../../text/safe-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { Overtaken } from "../../../forms/overtaken.tsx";
import { useLiveDraft } from "../../../forms/use-live-draft.ts";
import { RenameDialog } from "../../../ui/rename-dialog.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { NewTeamButton } from "../knowledge/new-team-button.tsx";

/** Every team, with how many agents are in it. */
export function TeamsCard(): ReactNode {
  const list = useQuery(teams);
  const all = list.data?.data ?? [];
  return (
    <Card title="Teams" padding="flush" actions={all.length > 0 && <NewTeamButton />}>
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && <ErrorState error={list.error} doing="read the teams" onRetry={() => void list.refetch()} />}
      {list.isSuccess && all.length === 0 && (
        <EmptyState
          icon={<UsersRound className="size-7" aria-hidden />}
          title="There is no team yet"
          action={<NewTeamButton />}
        >
          A team has announcements and norms of its own, which its agents read.
        </EmptyState>
      )}
      <ul>
        {all.map((team) => (
          <TeamRow key={team.id} team={team} />
        ))}
      </ul>
    </Card>
  );
}

function TeamRow({ team }: { readonly team: Team }): ReactNode {
  const mayChange = useMay("admin");
  const agentList = useQuery(agents).data?.data ?? [];
  const members = agentList.filter(({ teamId }) => teamId === team.id).length;
  const manager = agentList.find(({ id }) => id === team.managerAgentId);
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-sm last:border-0">
      <bdi className="min-w-0 flex-1 truncate font-medium">{safeText(team.name)}</bdi>
      {manager !== undefined && (
        <span className="max-w-40 min-w-0 truncate text-xs text-soft">
          led by <bdi>{safeText(manager.name)}</bdi>
        </span>
      )}
      <span className="shrink-0 text-xs text-soft">{counted(members, "agent")}</span>
      {mayChange && <TeamMenu team={team} />}
    </li>
  );
}

function TeamMenu({ team }: { readonly team: Team }): ReactNode {
  const [asked, setAsked] = useState<"rename" | "manager" | "dissolve">();
  const close = (): void => setAsked(undefined);
  const { rename, lead, dissolve } = useTeamChange(team, close);
  const ask = (what: typeof asked) => () => {
    rename.reset();
    lead.reset();
    setAsked(what);
  };
  const name = safeText(team.name).trim();
  return (
    <>
      <Menu
        label={`About ${name}`}
        trigger={<IconButton label={`More about ${name}`} icon={<Ellipsis className="size-4" aria-hidden />} />}
      >
        <MenuItem icon={<PenLine className="size-4 text-faint" aria-hidden />} onSelect={ask("rename")}>
          Rename…
        </MenuItem>
        <MenuItem icon={<Crown className="size-4 text-faint" aria-hidden />} onSelect={ask("manager")}>
          Choose its manager…
        </MenuItem>
        <MenuItem look="danger" icon={<Trash2 className="size-4" aria-hidden />} onSelect={ask("dissolve")}>
          Dissolve…
        </MenuItem>
      </Menu>
      {asked === "rename" && (
        <RenameDialog
          title={`Rename ${name}`}
          name={team.name}
          rename={rename}
          onRename={(next) => rename.mutate(next)}
          onClose={close}
        />
      )}
      {asked === "manager" && <ManagerDialog team={team} lead={lead} onClose={close} />}
      <Confirm
        isOpen={asked === "dissolve"}
        onOpenChange={close}
        title={`Dissolve ${name}?`}
        confirmLabel="Dissolve"
        typeToConfirm={name}
        isBusy={dissolve.isPending}
        onConfirm={() => dissolve.mutate()}
      >
        <p>Its agents stay, without a team. Its announcements and norms are gone, and nothing brings them back.</p>
      </Confirm>
    </>
  );
}

type ManagerDialogProps = {
  readonly team: Team;
  readonly lead: { readonly isPending: boolean; readonly error: unknown; readonly mutate: (id: string | null) => void };
  readonly onClose: () => void;
};

function ManagerDialog({ team, lead, onClose }: ManagerDialogProps): ReactNode {
  const live = { managerId: team.managerAgentId ?? "" };
  const draft = useLiveDraft(live);
  const chosen = draft.values.managerId;
  return (
    <FormDialog
      title={`Who leads ${safeText(team.name).trim()}?`}
      description="A team's manager may change its announcements and norms."
      width="sm"
      submitLabel="Save"
      onSubmit={() => lead.mutate(chosen === "" ? null : chosen)}
      onClose={onClose}
      isBusy={lead.isPending}
      isReady={draft.maySave}
      error={lead.error}
      fields={["managerAgentId"]}
    >
      <Overtaken draft={draft} live={live} labels={{ managerId: "Manager" }} words={[]} />
      <TeamManagerField
        value={chosen}
        onChange={(managerId) => draft.write({ managerId })}
        error={fieldError(lead.error, "managerAgentId")}
      />
    </FormDialog>
  );
}

function useTeamChange({ id, name: before, version }: Team, onDone: () => void) {
  const client = useQueryClient();
  const params = { teamId: id };
  const onSettled = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: teams.queryKey });
    await client.invalidateQueries({ queryKey: agents.queryKey });
  };
  const rename = useMutation({
    mutationFn: (name: string) => call("PATCH /teams/:teamId", { params, body: { name }, version }),
    onSuccess: () => {
      tellDone("The team has another name");
      onDone();
    },
    onSettled,
  });
  const lead = useMutation({
    mutationFn: (managerAgentId: string | null) =>
      call("PATCH /teams/:teamId", { params, body: { managerAgentId }, version }),
    onSuccess: (_, managerAgentId) => {
      tellDone(managerAgentId === null ? "Nobody leads the team now" : "The team has another manager");
      onDone();
    },
    onSettled,
  });
  const dissolve = useMutation({
    mutationFn: () => call("DELETE /teams/:teamId", { params }),
    onSuccess: () => tellDone(`${before} is dissolved`),
    onError: (error) => tellProblem(error, `dissolve ${before}`),
    onSettled: () => {
      onDone();
      return onSettled();
    },
  });
  return { rename, lead, dissolve };
}
