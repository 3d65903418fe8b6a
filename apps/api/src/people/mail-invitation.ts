import type { CreatedInvitation } from "@cadre/engine";
import { API_LIMITS } from "@cadre/shared";
import type { ApiContext } from "../http/api-context.ts";

type MailEnd = { readonly status: "sent" | "failed" | "none"; readonly problem: string | null };

/** Brings the link of an invitation to its address, where there is a mail server. An invitation stands whatever becomes of its mail. */
export async function mailInvitation(
  { mailer, log }: Pick<ApiContext, "mailer" | "log">,
  { invitation, organizationName, invitedByName }: CreatedInvitation,
  link: string,
): Promise<MailEnd> {
  const { email, role } = invitation;
  if (mailer === undefined || email === null) return { status: "none", problem: null };
  try {
    await mailer.send({
      to: email,
      subject: `${invitedByName} invites you to ${organizationName}`,
      text: [
        `${invitedByName} invites you to join ${organizationName} on Cadre, as ${role}.`,
        `Open this link to accept. It works once, until ${invitation.expiresAt.slice(0, 10)}:`,
        link,
        "If you do not know what this is about, do nothing.",
      ].join("\n\n"),
    });
    return { status: "sent", problem: null };
  } catch (error) {
    log.warn(
      { err: error, invitationId: invitation.id },
      "The mail with an invitation was not sent; its link was shown.",
    );
    const said = error instanceof Error ? error.message : String(error);
    return { status: "failed", problem: said.slice(0, API_LIMITS.mailProblemChars) };
  }
}
