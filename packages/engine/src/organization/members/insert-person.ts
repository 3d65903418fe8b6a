import { storableText } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";

export type NewPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
};

/** Inserts a person. False when somebody has the e-mail already. */
export async function insertPerson(tx: Transaction, person: NewPerson): Promise<boolean> {
  const inserted = await tx.unit.count(
    "insert into people (id, name, email, password_hash) values ($1, $2, $3, $4) on conflict do nothing returning 1",
    [person.id, storableText(person.name), person.email, person.passwordHash],
  );
  return inserted === 1;
}
