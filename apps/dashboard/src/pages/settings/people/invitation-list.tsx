import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../../../api/call.ts";
import { type Invitation, invitations } from "../../../api/queries/settings.ts";
import { Ago, AgoInWords } from "../../../format/time.tsx";
import { ActorName } from "../../../people/actor-name.tsx";
import { ROLE_WORDS } from "../../../people/roles.ts";
import { safeText } from "../../../text/safe-text.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";

const TONES: Readonly<Record<Invitation["status"], Tone>> = {
  open: "info",
  accepted: "good",
  revoked: "neutral",
  expired: "neutral",
};

/** Who was invited, by whom, and what became of it. */
export function InvitationList({ onInvite }: { readonly onInvite: () => void }): ReactNode {
  const list = useQuery(invitations);
  return (
    <Card title="Invitations" padding="flush">
      {list.isPending && <SkeletonRows count={2} />}
      {list.isError && (
        <ErrorState error={list.error} doing="read the invitations" onRetry={() => void list.refetch()} />
      )}
      {list.data?.data.length === 0 && (
        <EmptyState
          icon={<MailPlus className="size-7" aria-hidden />}
          title="Nobody is invited"
          action={<Button onClick={onInvite}>Invite somebody</Button>}
        >
          You get a link to hand over; it works once.
        </EmptyState>
      )}
      <ul>
        {list.data?.data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call("DELETE /invitations/:invitationId", { params: { invitationId: invitation.id } }),
    onSuccess: () => tellDone("The invitation is void"),
    onError: (error) => tellProblem(error, "take the invitation back"),
    onSettled: () => client.invalidateQueries({ queryKey: invitations.queryKey }),
  });
  const { status, email, role, invitedById, createdAt, expiresAt } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-0">
      <Badge tone={TONES[status]}>{status}</Badge>
      <span className="min-w-60 flex-1 truncate">
        {email === null ? "Whoever has the link" : safeText(email)}
        <span className="ml-1.5 text-xs text-faint">as {ROLE_WORDS[role].label.toLowerCase()}</span>
      </span>
      <span className="flex items-center gap-1.5 text-xs text-soft">
        <ActorName kind="person" id={invitedById} />
        <Ago at={createdAt} className="text-faint" />
      </span>
      {status === "open" && (
        <>
          <span className="text-xs text-faint">
            void <AgoInWords at={expiresAt} />
          </span>
          <Button size="sm" look="quiet" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            Take back
          </Button>
        </>
      )}
    </li>
  );
}
