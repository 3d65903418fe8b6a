import { hashPassword } from "@better-auth/utils/password";
import type { InvitationAcceptance } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { insertMember } from "../members/insert-member.ts";
import { insertPerson, type NewPerson } from "../members/insert-person.ts";
import { secretHash } from "../secret.ts";
import { insertSignIn, type PersonActor, type SignedIn } from "../sign-ins/open-sign-in.ts";
import { isPassword, wrongCredentials } from "../sign-ins/password.ts";
import { INVITATION_COLUMNS, type InvitationRow, memberAlready, voidInvitation } from "./invitation-row.ts";

const OPEN_INVITATION = `select ${INVITATION_COLUMNS} from invitations
  where token_hash = $1 and accepted_at is null and revoked_at is null and expires_at > cadre_now()`;

/**
 * Accepts an invitation: makes the person, or joins the known one of this e-mail who gives their own password, and signs in. The
 * invitation is used up in the same transaction: of two at once one wins. Whoever calls limits how often this may be tried. Faults:
 * `invitation.void`, `invitation.other-email`, `invitation.name-missing`, `invitation.is-member`, `sign-in.wrong`.
 */
export async function acceptInvitation(
  deps: EngineDeps,
  input: InvitationAcceptance,
  userAgent: string,
): Promise<SignedIn> {
  const invitation = await openInvitation(deps, input.token);
  refuseOther(invitation, input.email);
  const { personId, newPerson } = await whoAccepts(deps, input);
  const { organizationId, role } = invitation;
  const person: PersonActor = { kind: "person", id: personId, organizationId, role };
  return transact(deps, person, async (tx) => {
    if (newPerson !== undefined && !(await insertPerson(tx, newPerson))) throw wrongCredentials();
    await useInvitation(tx, person, input.token);
    return insertSignIn(tx, person, userAgent);
  });
}

/**
 * Accepts an invitation as a person who is signed in; their sign-in works there from now on. Faults: `invitation.void`,
 * `invitation.other-email`, `invitation.is-member`.
 */
export async function joinOrganization(
  deps: EngineDeps,
  actor: PersonActor,
  input: { readonly token: string },
): Promise<PersonActor> {
  const invitation = await openInvitation(deps, input.token);
  const [self] = await deps.database.query<{ email: string }>("select email from people where id = $1", [actor.id]);
  refuseOther(invitation, self?.email ?? "");
  const { organizationId, role } = invitation;
  const person: PersonActor = { ...actor, organizationId, role };
  return transact(deps, person, async (tx) => {
    await useInvitation(tx, person, input.token);
    await tx.unit.query("update sign_ins set organization_id = $2 where id = $1", [
      actor.credentialId ?? "",
      organizationId,
    ]);
    return person;
  });
}

async function openInvitation(deps: Pick<EngineDeps, "database">, token: string): Promise<InvitationRow> {
  const [row] = await deps.database.query<InvitationRow>(OPEN_INVITATION, [secretHash(token)]);
  if (row === undefined) throw voidInvitation();
  return row;
}

function refuseOther(invitation: InvitationRow, email: string): void {
  if (invitation.email === null || invitation.email.toLowerCase() === email.toLowerCase()) return;
  throw new Fault("forbidden", "invitation.other-email", {
    message:
      "This invitation is for another e-mail address. Use the address it was made for, or ask for one of your own.",
    field: "email",
  });
}

/** The known person who proved to be it, or a new one to be made. Hashing a password is slow, so it is done before the transaction. */
async function whoAccepts(
  deps: EngineDeps,
  { email, name, password }: InvitationAcceptance,
): Promise<{ readonly personId: string; readonly newPerson?: NewPerson }> {
  const [known] = await deps.database.query<{ id: string; passwordHash: string }>(
    "select id, password_hash from people where lower(email) = lower($1)",
    [email],
  );
  if (known !== undefined) {
    if (!(await isPassword(known.passwordHash, password))) throw wrongCredentials();
    return { personId: known.id };
  }
  if (name === undefined) {
    throw new Fault("invalid", "invitation.name-missing", {
      message: "Say what you are called: nobody with this e-mail is known here yet.",
      field: "name",
    });
  }
  const id = deps.newId("person");
  return { personId: id, newPerson: { id, name, email, passwordHash: await hashPassword(password) } };
}

async function useInvitation(tx: Transaction, person: PersonActor, token: string): Promise<void> {
  const invitation = await tx.unit.first<InvitationRow>(`${OPEN_INVITATION} for update`, [secretHash(token)]);
  if (invitation === undefined) throw voidInvitation();
  if (!(await insertMember(tx, { personId: person.id, role: invitation.role }))) throw memberAlready();
  await tx.unit.query("update invitations set accepted_at = cadre_now(), accepted_by_id = $2 where id = $1", [
    invitation.id,
    person.id,
  ]);
  tx.unit.emit({
    type: "invitation.accepted",
    entity: { kind: "invitation", id: invitation.id },
    payload: { personId: person.id, role: invitation.role },
    actor: person,
  });
}
