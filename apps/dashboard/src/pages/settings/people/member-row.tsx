import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpenText, Ellipsis, Link2, UserMinus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { me, type Member, members } from "../../../api/queries/organization.ts";
import { DocumentCard } from "../../../documents/document-card.tsx";
import { AgoInWords } from "../../../format/time.tsx";
import { Avatar } from "../../../people/avatar.tsx";
import { isAtLeast, ROLE_WORDS, rolesToGive, type Role } from "../../../people/roles.ts";
import { safeText } from "../../../text/safe-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";

/** One member: role, and what an admin can do for or to them. */
export function MemberRow({ member }: { readonly member: Member }): ReactNode {
  const own = useQuery(me).data;
  const role = own?.role ?? "viewer";
  const isMe = own?.personId === member.personId;
  const mayChange = isAtLeast(role, "admin") && isAtLeast(role, member.role);
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <Avatar name={member.name} kind="person" />
      <div className="min-w-40 flex-1">
        <p className="truncate text-sm font-medium">
          <bdi>{safeText(member.name)}</bdi>
          {isMe && <span className="ml-1.5 text-xs font-normal text-faint">you</span>}
        </p>
        <p className="truncate text-xs text-soft">{safeText(member.email)}</p>
      </div>
      {mayChange ? (
        <RoleSelect member={member} mine={role} />
      ) : (
        <span className="text-sm">{ROLE_WORDS[member.role].label}</span>
      )}
      {(mayChange || isMe) && <MemberMenu member={member} isMe={isMe} mayChange={mayChange} />}
    </li>
  );
}

function RoleSelect({ member, mine }: { readonly member: Member; readonly mine: Role }): ReactNode {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) =>
      call("POST /organization/members/:personId/role", { params: { personId: member.personId }, body: { role } }),
    onSuccess: ({ role }) => tellDone(`${member.name} is now ${ROLE_WORDS[role].label.toLowerCase()}`),
    onError: (error) => tellProblem(error, `change the role of ${member.name}`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["members"] }),
        client.invalidateQueries({ queryKey: ["me"] }),
      ]),
  });
  return (
    <select
      aria-label={`Role of ${safeText(member.name)}`}
      className="touch-target h-8 rounded-sm border border-line-strong bg-raised px-2 text-sm"
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate(target.value as Role)}
    >
      {rolesToGive(mine).map((role) => (
        <option key={role} value={role} title={ROLE_WORDS[role].can}>
          {ROLE_WORDS[role].label}
        </option>
      ))}
    </select>
  );
}

type MemberMenuProps = { readonly member: Member; readonly isMe: boolean; readonly mayChange: boolean };

function MemberMenu({ member, isMe, mayChange }: MemberMenuProps): ReactNode {
  const [isRemoving, setIsRemoving] = useState(false);
  const [isProfileShown, setIsProfileShown] = useState(false);
  const link = useMutation({
    mutationFn: () =>
      call("POST /organization/members/:personId/sign-in-link", { params: { personId: member.personId }, body: {} }),
    onError: (error) => tellProblem(error, "make a sign-in link"),
  });
  const name = safeText(member.name);
  return (
    <>
      <Menu
        label={`About ${name}`}
        trigger={<IconButton label={`More about ${name}`} icon={<Ellipsis className="size-4" aria-hidden />} />}
      >
        {mayChange && !isMe && (
          <MenuItem icon={<Link2 className="size-4 text-faint" aria-hidden />} onSelect={() => link.mutate()}>
            Link for a new password
          </MenuItem>
        )}
        <MenuItem
          icon={<BookOpenText className="size-4 text-faint" aria-hidden />}
          onSelect={() => setIsProfileShown(true)}
        >
          What agents read of them
        </MenuItem>
        <MenuItem
          look="danger"
          icon={<UserMinus className="size-4" aria-hidden />}
          onSelect={() => setIsRemoving(true)}
        >
          {isMe ? "Leave the organization…" : "Remove…"}
        </MenuItem>
      </Menu>
      {isProfileShown && (
        <Dialog isOpen onOpenChange={() => setIsProfileShown(false)} title={`What agents read of ${name}`} width="lg">
          <DocumentCard kind="profile" ownerId={member.personId} />
        </Dialog>
      )}
      {isRemoving && <RemoveMember member={member} isMe={isMe} onClose={() => setIsRemoving(false)} />}
      {link.data !== undefined && (
        <ShownOnce
          title={`A new password for ${name}`}
          label="Link"
          secret={link.data.link}
          onClose={() => link.reset()}
        >
          Give it to {name} yourself. It works once, and becomes void <AgoInWords at={link.data.expiresAt} />.
        </ShownOnce>
      )}
    </>
  );
}

type RemoveProps = { readonly member: Member; readonly isMe: boolean; readonly onClose: () => void };

function RemoveMember({ member, isMe, onClose }: RemoveProps): ReactNode {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call("DELETE /organization/members/:personId", { params: { personId: member.personId } }),
    onSuccess: () => tellDone(isMe ? "You left" : `${member.name} is removed`),
    onError: (error) => tellProblem(error, isMe ? "leave" : `remove ${member.name}`),
    onSettled: () => {
      onClose();
      return isMe ? client.invalidateQueries() : client.invalidateQueries({ queryKey: members.queryKey });
    },
  });
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={isMe ? "Leave the organization?" : `Remove ${safeText(member.name)}?`}
      confirmLabel={isMe ? "Leave" : "Remove"}
      typeToConfirm={member.email}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>Their API keys here stop working at once. Reviews that wait for them go to whoever removes them.</p>
    </Confirm>
  );
}
