import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { me, members } from "../../../api/queries/organization.ts";
import { isAtLeast } from "../../../people/roles.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberRow } from "./member-row.tsx";

/** Who belongs to the organization, with which role, and who is invited. */
export function PeopleSection(): ReactNode {
  const list = useQuery(members);
  const own = useQuery(me).data;
  const mayInvite = isAtLeast(own?.role ?? "viewer", "admin");
  const [isInviting, setIsInviting] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Members"
        padding="flush"
        actions={
          mayInvite && (
            <Button
              size="sm"
              look="primary"
              icon={<UserPlus className="size-3.5" aria-hidden />}
              onClick={() => setIsInviting(true)}
            >
              Invite
            </Button>
          )
        }
      >
        {list.isPending && <SkeletonRows count={3} />}
        {list.isError && <ErrorState error={list.error} doing="read the members" onRetry={() => void list.refetch()} />}
        <ul>
          {list.data?.data.map((member) => (
            <MemberRow key={member.personId} member={member} />
          ))}
        </ul>
      </Card>
      {mayInvite && <InvitationList onInvite={() => setIsInviting(true)} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </div>
  );
}
