import { hashPassword } from "@better-auth/utils/password";
import { type Actor, type Organization, type Setup } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { insertApiKey } from "../api-keys/create-api-key.ts";
import { ORGANIZATION_COLUMNS, organizationOf, type OrganizationRow } from "../organization-row.ts";
import { secretHash } from "../secret.ts";

export type SetUp = {
  readonly organization: Organization;
  readonly personId: string;
  /** The first API key, in clear: shown once, stored nowhere. */
  readonly apiKey: string;
};

/**
 * Makes the first organization, its owner and a first API key, and uses the token up in the same transaction: of two at once one
 * wins. Faults: `setup.token-wrong`, `setup.done`.
 */
export async function setUp(deps: EngineDeps, input: Setup): Promise<SetUp> {
  await refuseEarly(deps, input.token);
  const passwordHash = await hashPassword(input.password);
  const owner: Actor = {
    kind: "person",
    id: deps.newId("person"),
    organizationId: deps.newId("organization"),
    role: "owner",
  };
  return transact(deps, owner, async (tx) => {
    await useToken(tx, input.token);
    const organization = await insertOrganization(tx, input);
    await insertOwner(tx, input, passwordHash);
    const { key } = await insertApiKey(tx, { personId: owner.id, name: "First key" });
    return { organization, personId: owner.id, apiKey: key };
  });
}

/** Hashing a password costs a tenth of a second: a stranger with a wrong token does not get that far. */
async function refuseEarly(deps: EngineDeps, token: string): Promise<void> {
  const [state] = await deps.database.query<{ isDone: boolean; isRight: boolean }>(
    "select set_up_at is not null as is_done, coalesce(setup_token_hash = $1, false) as is_right from installation",
    [secretHash(token)],
  );
  if (state?.isDone === true) refuseDone();
  if (state?.isRight !== true) refuseToken();
}

async function useToken(tx: Transaction, token: string): Promise<void> {
  const used = await tx.unit.count(
    `update installation set setup_token_hash = null, set_up_at = cadre_now()
     where set_up_at is null and setup_token_hash = $1 returning 1`,
    [secretHash(token)],
  );
  if (used === 1) return;
  const done = await tx.unit.count("select 1 from installation where set_up_at is not null");
  if (done === 1) refuseDone();
  refuseToken();
}

function refuseDone(): never {
  throw new Fault("conflict", "setup.done", {
    message: "Cadre is set up already and the link was used. Sign in, or ask the owner for an API key.",
  });
}

function refuseToken(): never {
  throw new Fault("forbidden", "setup.token-wrong", {
    message: "This setup link is not the newest one. Use the link that the last start of Cadre printed.",
    field: "token",
  });
}

async function insertOrganization(tx: Transaction, input: Setup): Promise<Organization> {
  const name = input.organizationName ?? `${input.name}'s organization`;
  const [row] = await tx.unit.query<OrganizationRow>(
    `insert into organizations (id, name, slug, time_zone) values ($1, $2, $3, $4) returning ${ORGANIZATION_COLUMNS}`,
    [tx.unit.organizationId, storableText(name), slugOf(name, tx.unit.organizationId), input.timeZone ?? "UTC"],
  );
  if (row === undefined) throw new Error("The organization was not inserted.");
  tx.unit.emit({
    type: "organization.created",
    entity: { kind: "organization", id: row.id },
    payload: { name: row.name },
    actor: tx.actor,
  });
  return organizationOf(row);
}

async function insertOwner(tx: Transaction, input: Setup, passwordHash: string): Promise<void> {
  await tx.unit.query("insert into people (id, name, email, password_hash) values ($1, $2, $3, $4)", [
    tx.actor.id,
    storableText(input.name),
    input.email,
    passwordHash,
  ]);
  await tx.unit.query("insert into memberships (organization_id, person_id, role) values ($1, $2, 'owner')", [
    tx.unit.organizationId,
    tx.actor.id,
  ]);
  tx.unit.emit({
    type: "person.joined",
    entity: { kind: "person", id: tx.actor.id },
    payload: { name: input.name, role: "owner" },
    actor: tx.actor,
  });
}

/** The name in small Latin letters and hyphens, or the end of the id when nothing of it is left. */
function slugOf(name: string, id: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "");
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug === "" ? id.slice(-12) : slug;
}
