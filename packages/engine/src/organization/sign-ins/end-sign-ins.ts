import type { SignIn } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import type { PersonActor } from "./open-sign-in.ts";
import { SIGN_IN_COLUMNS, signInOf, type SignInRow } from "./sign-in-row.ts";

/** Ends one sign-in of the person; one that ended before stays so. Fault: `sign-in.not-found`. */
export function endSignIn(deps: EngineDeps, actor: PersonActor, input: { readonly signInId: string }): Promise<SignIn> {
  return transact(deps, actor, async (tx) => {
    const before = await tx.unit.first<SignInRow & { endedAt: Date | null }>(
      `select ${SIGN_IN_COLUMNS}, ended_at from sign_ins where id = $1 and person_id = $2 for update`,
      [input.signInId, actor.id],
    );
    if (before === undefined) {
      throw new Fault("not-found", "sign-in.not-found", { message: `You have no sign-in ${input.signInId}.` });
    }
    if (before.endedAt === null) await endAmong(tx, actor, [before.id]);
    return signInOf(before, actor.credentialId);
  });
}

/** Ends every sign-in of the person. Returns how many there were. */
export function endAllSignIns(deps: EngineDeps, actor: PersonActor): Promise<{ readonly endedSignIns: number }> {
  return transact(deps, actor, async (tx) => ({ endedSignIns: await endSignInsBut(tx, actor, undefined) }));
}

/** Ends every sign-in of the person but the one that is kept. Returns how many ended. */
export async function endSignInsBut(tx: Transaction, actor: PersonActor, keptId: string | undefined): Promise<number> {
  const open = await tx.unit.query<{ id: string }>(
    "select id from sign_ins where person_id = $1 and ended_at is null and id is distinct from $2 for update",
    [actor.id, keptId ?? null],
  );
  await endAmong(
    tx,
    actor,
    open.map(({ id }) => id),
  );
  return open.length;
}

async function endAmong(tx: Transaction, actor: PersonActor, ids: readonly string[]): Promise<void> {
  await tx.unit.query("update sign_ins set ended_at = cadre_now() where id = any($1::text[])", [[...ids]]);
  for (const id of ids) {
    tx.unit.emit({ type: "sign-in.ended", entity: { kind: "sign-in", id }, payload: { personId: actor.id }, actor });
  }
}
