import type { EmailChange, NameChange } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { requirePassword } from "./change-password.ts";
import type { PersonActor } from "./open-sign-in.ts";

/** Changes what the person is called, everywhere they belong. */
export function renamePerson(deps: EngineDeps, actor: PersonActor, input: NameChange): Promise<void> {
  return transact(deps, actor, async (tx) => {
    const name = storableText(input.name);
    await tx.unit.query("update people set name = $2 where id = $1", [actor.id, name]);
    announce(tx, actor, { fields: ["name"], name });
  });
}

/**
 * Changes the e-mail that the person signs in with. Whoever calls limits how often this may be tried. Faults:
 * `sign-in.password-wrong`, `person.email-taken`.
 */
export async function changeEmail(deps: EngineDeps, actor: PersonActor, input: EmailChange): Promise<void> {
  await requirePassword(deps, actor, input.currentPassword);
  await transact(deps, actor, async (tx) => {
    const changed = await tx.unit.count(
      `update people set email = $2 where id = $1
         and not exists (select from people other where lower(other.email) = lower($2) and other.id <> $1) returning 1`,
      [actor.id, input.email],
    );
    if (changed === 0) {
      throw new Fault("conflict", "person.email-taken", {
        message: "Somebody else signs in with this e-mail already. Use another one.",
        field: "email",
      });
    }
    announce(tx, actor, { fields: ["email"] });
  });
}

function announce(tx: Transaction, actor: PersonActor, payload: Readonly<Record<string, unknown>>): void {
  tx.unit.emit({ type: "person.updated", entity: { kind: "person", id: actor.id }, payload, actor });
}
