import { Archive, ArchiveRestore, Ellipsis, GitFork, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Session } from "../../api/queries/context.ts";
import { ForkSession } from "../../sessions/fork-session.tsx";
import { RenameSession } from "../../sessions/rename-session.tsx";
import { useSessionRights } from "../../sessions/session-rights.ts";
import { useSessionAct } from "../../sessions/use-session-act.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

/** What may be done with a session as a whole. */
export function SessionMenu({ session }: { readonly session: Session }): ReactNode {
  const rights = useSessionRights(session);
  const { run } = useSessionAct(session);
  const [open, setOpen] = useState<"rename" | "fork">();
  const close = (): void => setOpen(undefined);
  const icon = "size-4 text-faint";
  if (rights === "read") return null;
  return (
    <>
      <Menu
        label="About this session"
        trigger={
          <IconButton
            label="More about this session"
            look="neutral"
            icon={<Ellipsis className="size-4" aria-hidden />}
          />
        }
      >
        {rights === "change" && (
          <MenuItem icon={<Pencil className={icon} aria-hidden />} onSelect={() => setOpen("rename")}>
            Rename…
          </MenuItem>
        )}
        <MenuItem icon={<GitFork className={icon} aria-hidden />} onSelect={() => setOpen("fork")}>
          Fork…
        </MenuItem>
        {rights === "change" ? (
          <MenuItem icon={<Archive className={icon} aria-hidden />} onSelect={() => run({ kind: "archive" })}>
            Archive
          </MenuItem>
        ) : (
          <MenuItem icon={<ArchiveRestore className={icon} aria-hidden />} onSelect={() => run({ kind: "unarchive" })}>
            Take out of the archive
          </MenuItem>
        )}
      </Menu>
      {open === "rename" && <RenameSession session={session} onClose={close} />}
      {open === "fork" && <ForkSession session={session} onClose={close} />}
    </>
  );
}
