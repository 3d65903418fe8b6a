import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Megaphone, PenLine, Plus, Square } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type Announcement, announcements, documentDetail } from "../../../api/queries/documents.ts";
import { me, teams } from "../../../api/queries/organization.ts";
import { DocumentHistory } from "../../../documents/document-history.tsx";
import { AgoInWords } from "../../../format/time.tsx";
import { isAtLeast } from "../../../people/roles.ts";
import { useNames } from "../../../people/use-names.ts";
import { safeText } from "../../../text/safe-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { AnnouncementDialog } from "./announcement-dialog.tsx";

/** What agents are told for a while: all of them, a team, or one. */
export function AnnouncementsCard(): ReactNode {
  const list = useQuery(announcements);
  const mayChange = isAtLeast(useQuery(me).data?.role ?? "viewer", "admin");
  const [edited, setEdited] = useState<string>();
  const make = mayChange && (
    <Button size="sm" look="primary" icon={<Plus className="size-3.5" aria-hidden />} onClick={() => setEdited("new")}>
      New announcement
    </Button>
  );
  return (
    <Card title="Announcements" padding="flush" actions={(list.data?.data.length ?? 0) > 0 && make}>
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && (
        <ErrorState error={list.error} doing="read the announcements" onRetry={() => void list.refetch()} />
      )}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<Megaphone className="size-7" aria-hidden />} title="Nothing is announced" action={make}>
          Agents read an announcement at their very next step, also in the middle of their work.
        </EmptyState>
      )}
      <ul>
        {list.data?.data.map((announcement) => (
          <Row
            key={announcement.id}
            announcement={announcement}
            mayChange={mayChange}
            onEdit={() => setEdited(announcement.id)}
          />
        ))}
      </ul>
      {edited !== undefined && (
        <AnnouncementDialog
          key={edited}
          announcement={list.data?.data.find(({ id }) => id === edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

type RowProps = {
  readonly announcement: Announcement;
  readonly mayChange: boolean;
  readonly onEdit: () => void;
};

function Row({ announcement, mayChange, onEdit }: RowProps): ReactNode {
  const { id, text, startsAt, endsAt, isInForce } = announcement;
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const end = useEnd(id);
  const isOver = !isInForce && endsAt !== null && Date.parse(endsAt) <= Date.now();
  const short = safeText(text).slice(0, 40);
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-48 flex-1">
        <p className="text-sm whitespace-pre-wrap foreign-text">{safeText(text)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
          <Badge tone={isInForce ? "good" : "neutral"}>{isInForce ? "in force" : isOver ? "over" : "to come"}</Badge>
          <Audience announcement={announcement} />
          <span>
            {Date.parse(startsAt) <= Date.now() ? "began" : "begins"} <AgoInWords at={startsAt} />
          </span>
          {endsAt !== null && (
            <span>
              {isOver ? "ended" : "ends"} <AgoInWords at={endsAt} />
            </span>
          )}
        </p>
      </div>
      <div className="flex">
        <IconButton
          label={`History of announcement: ${short}`}
          icon={<History className="size-4" aria-hidden />}
          onClick={() => setIsHistoryOpen(true)}
        />
        {mayChange && (
          <IconButton
            label={`Edit announcement: ${short}`}
            icon={<PenLine className="size-4" aria-hidden />}
            onClick={onEdit}
          />
        )}
        {mayChange && !isOver && (
          <IconButton
            label={`End announcement: ${short}`}
            icon={<Square className="size-4" aria-hidden />}
            disabled={end.isPending}
            onClick={() => end.mutate()}
          />
        )}
      </div>
      {isHistoryOpen && (
        <TextHistory announcementId={id} mayRestore={mayChange} onClose={() => setIsHistoryOpen(false)} />
      )}
    </li>
  );
}

function Audience({ announcement: { audience } }: { readonly announcement: Announcement }): ReactNode {
  const nameOf = useNames();
  const teamList = useQuery(teams).data?.data ?? [];
  switch (audience.kind) {
    case "everyone":
      return <span>all agents</span>;
    case "team":
      return <bdi>{safeText(teamList.find(({ id }) => id === audience.teamId)?.name ?? "a team")}</bdi>;
    case "agent":
      return <bdi>{safeText(nameOf("agent", audience.agentId))}</bdi>;
  }
}

type TextHistoryProps = {
  readonly announcementId: string;
  readonly mayRestore: boolean;
  readonly onClose: () => void;
};

function TextHistory({ announcementId, mayRestore, onClose }: TextHistoryProps): ReactNode {
  const found = useQuery(documentDetail({ kind: "announcement", ownerId: announcementId }));
  if (found.data === undefined) return null;
  return <DocumentHistory document={found.data} mayRestore={mayRestore} onClose={onClose} />;
}

function useEnd(announcementId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /announcements/:announcementId/end", { params: { announcementId }, body: {} }),
    onSuccess: () => tellDone("The announcement is over"),
    onError: (error) => tellProblem(error, "end the announcement"),
    onSettled: () => client.invalidateQueries({ queryKey: announcements.queryKey }),
  });
}
