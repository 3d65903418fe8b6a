import { hashPassword } from "@better-auth/utils/password";
import type { PasswordChange } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { endSignInsBut } from "./end-sign-ins.ts";
import type { PersonActor } from "./open-sign-in.ts";
import { isPassword } from "./password.ts";

/**
 * Changes the person's own password; every other sign-in of theirs ends. Whoever calls limits how often this may be tried. Fault:
 * `sign-in.password-wrong`.
 */
export async function changePassword(
  deps: EngineDeps,
  actor: PersonActor,
  input: PasswordChange,
): Promise<{ readonly endedSignIns: number }> {
  await requirePassword(deps, actor, input.currentPassword);
  const passwordHash = await hashPassword(input.newPassword);
  return transact(deps, actor, async (tx) => {
    await storePassword(tx, actor, passwordHash);
    return { endedSignIns: await endSignInsBut(tx, actor, actor.credentialId) };
  });
}

/** Fault `sign-in.password-wrong` unless the person gives their own password. */
export async function requirePassword(
  deps: Pick<EngineDeps, "database">,
  actor: PersonActor,
  password: string,
): Promise<void> {
  const [person] = await deps.database.query<{ passwordHash: string }>(
    "select password_hash from people where id = $1",
    [actor.id],
  );
  if (await isPassword(person?.passwordHash, password)) return;
  throw new Fault("forbidden", "sign-in.password-wrong", {
    message: "This is not your current password, so nothing was changed. Try again.",
    field: "currentPassword",
  });
}

/** Stores another password of the person; whoever waits with a sign-in link waits in vain. */
export async function storePassword(tx: Transaction, actor: PersonActor, passwordHash: string): Promise<void> {
  await tx.unit.query("update people set password_hash = $2 where id = $1", [actor.id, passwordHash]);
  await tx.unit.query("update sign_in_links set used_at = cadre_now() where person_id = $1 and used_at is null", [
    actor.id,
  ]);
  tx.unit.emit({
    type: "person.password-changed",
    entity: { kind: "person", id: actor.id },
    payload: { personId: actor.id },
    actor,
  });
}
