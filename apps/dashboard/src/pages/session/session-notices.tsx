import { Archive, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "../../api/queries/context.ts";
import { useSessionRights } from "../../sessions/session-rights.ts";
import { type SessionAct, useSessionAct } from "../../sessions/use-session-act.ts";
import { Button } from "../../ui/button.tsx";

/** How a session stands when that is not as usual, and the way back. */
export function SessionNotices({ session }: { readonly session: Session }): ReactNode {
  const rights = useSessionRights(session);
  const { run, isPending } = useSessionAct(session);
  const button = (label: string, act: SessionAct): ReactNode => (
    <Button size="sm" isBusy={isPending} onClick={() => run(act)}>
      {label}
    </Button>
  );
  return (
    <>
      {session.archivedAt !== null && (
        <Notice
          icon={<Archive className="size-4 shrink-0" aria-hidden />}
          button={rights !== "read" && button("Take it out", { kind: "unarchive" })}
        >
          Archived: it is read as before and does not change. New work begins another session.
        </Notice>
      )}
      {session.revertedFromId !== null && (
        <Notice
          icon={<Undo2 className="size-4 shrink-0" aria-hidden />}
          button={rights === "change" && button("Put it back", { kind: "restore" })}
        >
          Taken back: its agent is not shown what came after. It can be put back until something new is said.
        </Notice>
      )}
    </>
  );
}

type NoticeProps = { readonly icon: ReactNode; readonly button: ReactNode; readonly children: string };

function Notice({ icon, button, children }: NoticeProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sm bg-info-soft px-3 py-2 text-sm text-info">
      {icon}
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {button}
    </div>
  );
}
