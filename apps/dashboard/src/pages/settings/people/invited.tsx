import type { ReactNode } from "react";
import type { Answer } from "../../../api/endpoint-types.ts";
import { AgoInWords } from "../../../format/time.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";

type InvitedProps = Answer<"POST /invitations"> & { readonly onClose: () => void };

/** What became of an invitation: a mail brings its link, or it is shown to be handed over. */
export function Invited({ invitation, link, mail, onClose }: InvitedProps): ReactNode {
  const works = (
    <>
      It works once, and is void <AgoInWords at={invitation.expiresAt} />.
    </>
  );
  if (mail.status === "sent") {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title="Invited"
        footer={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p className="text-sm">
          A mail with the link is on its way to <b className="foreign-text">{safeText(invitation.email ?? "")}</b>.{" "}
          {works}
        </p>
      </Dialog>
    );
  }
  return (
    <ShownOnce title="Invited" label="Link of the invitation" secret={link} onClose={onClose}>
      {mail.status === "failed" && (
        <p role="alert" className="mb-2 text-bad">
          The mail was not sent: {safeText(mail.problem ?? "the mail server gave no reason")}.
        </p>
      )}
      Hand the link over yourself. {works}
    </ShownOnce>
  );
}
