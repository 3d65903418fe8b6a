import type { Actor, Role } from "@cadre/domain";
import type { FactoryDeps } from "./factory-deps.ts";

export type PersonActor = Extract<Actor, { kind: "person" }>;

/** A person with a role in the organization, as an actor. */
export async function insertPerson(
  { database, newId }: FactoryDeps,
  organizationId: string,
  person: { readonly name: string; readonly role: Role },
): Promise<PersonActor> {
  const id = newId("person");
  await database.query("insert into people (id, name, email, password_hash) values ($1, $2, $3, 'none')", [
    id,
    person.name,
    `${id}@example.test`,
  ]);
  await database.query("insert into memberships (organization_id, person_id, role) values ($1, $2, $3)", [
    organizationId,
    id,
    person.role,
  ]);
  return { kind: "person", id, organizationId, role: person.role };
}
