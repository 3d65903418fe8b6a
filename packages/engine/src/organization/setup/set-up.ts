import { hashPassword } from "@better-auth/utils/password";
import { type Organization, type Setup } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { insertApiKey } from "../api-keys/create-api-key.ts";
import { insertMember } from "../members/insert-member.ts";
import { insertPerson } from "../members/insert-person.ts";
import { insertOrganization } from "../organizations/insert-organization.ts";
import { secretHash } from "../secret.ts";
import { insertSignIn, type PersonActor, type SignedIn } from "../sign-ins/open-sign-in.ts";

export type SetUp = {
  readonly organization: Organization;
  readonly personId: string;
  /** The first API key, in clear: shown once, stored nowhere. */
  readonly apiKey: string;
  readonly signedIn: SignedIn;
};

/**
 * Makes the first organization, its owner, a first API key and a sign-in, and uses the token up in the same transaction: of two at
 * once one wins. Faults: `setup.token-wrong`, `setup.done`.
 */
export async function setUp(deps: EngineDeps, input: Setup, userAgent = ""): Promise<SetUp> {
  await refuseEarly(deps, input.token);
  const passwordHash = await hashPassword(input.password);
  const owner: PersonActor = {
    kind: "person",
    id: deps.newId("person"),
    organizationId: deps.newId("organization"),
    role: "owner",
  };
  return transact(deps, owner, async (tx) => {
    await useToken(tx, input.token);
    const name = input.organizationName ?? `${input.name}'s organization`;
    const organization = await insertOrganization(tx, { name, timeZone: input.timeZone });
    await insertPerson(tx, { id: owner.id, name: input.name, email: input.email, passwordHash });
    await insertMember(tx, { personId: owner.id, role: "owner" });
    const { key } = await insertApiKey(tx, { personId: owner.id, name: "First key", role: "owner" });
    return { organization, personId: owner.id, apiKey: key, signedIn: await insertSignIn(tx, owner, userAgent) };
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
