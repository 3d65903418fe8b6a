import { DOCUMENTS } from "@cadre/domain";
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { organization, teams } from "../../../api/queries/organization.ts";
import { DocumentCard } from "../../../documents/document-card.tsx";
import { useSearchWords, useSetSearchWords } from "../../../shell/use-search-words.ts";
import { Card } from "../../../ui/card.tsx";
import { NamedChoices } from "../../../ui/choice.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { AnnouncementsCard } from "./announcements-card.tsx";
import { NewTeamButton } from "./new-team-button.tsx";

const OF_ORGANIZATION = DOCUMENTS.filter(({ owner }) => owner === "organization");
const OF_TEAM = DOCUMENTS.filter(({ owner }) => owner === "team");

/** What agents read of the organization and their team, and what they are told for a while. */
export function KnowledgeSection(): ReactNode {
  const found = useQuery(organization);
  if (found.isPending) return <SkeletonRows count={5} />;
  if (found.isError) {
    return <ErrorState error={found.error} doing="read the organization" onRetry={() => void found.refetch()} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {OF_ORGANIZATION.map(({ kind }) => (
        <DocumentCard key={kind} kind={kind} ownerId={found.data.id} />
      ))}
      <AnnouncementsCard />
      <TeamTexts />
    </div>
  );
}

function TeamTexts(): ReactNode {
  const list = useQuery(teams);
  const words = useSearchWords();
  const set = useSetSearchWords();
  const all = list.data?.data ?? [];
  const team = all.find(({ id }) => id === words["team"]) ?? all[0];
  if (list.isError) return <ErrorState error={list.error} doing="read the teams" onRetry={() => void list.refetch()} />;
  if (list.isPending) return <SkeletonRows count={2} />;
  if (team === undefined) {
    return (
      <Card title="Teams">
        <EmptyState
          icon={<UsersRound className="size-7" aria-hidden />}
          title="There is no team yet"
          action={<NewTeamButton onMade={(id) => set({ team: id })} />}
        >
          A team has announcements and norms of its own, which its agents read.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Texts of a team"
          className="w-full max-w-xs"
          value={team.id}
          onChange={({ target }) => set({ team: target.value })}
        >
          <NamedChoices of={all} />
        </SelectField>
        <NewTeamButton onMade={(id) => set({ team: id })} />
      </div>
      {OF_TEAM.map(({ kind }) => (
        <DocumentCard key={`${kind} ${team.id}`} kind={kind} ownerId={team.id} />
      ))}
    </>
  );
}
