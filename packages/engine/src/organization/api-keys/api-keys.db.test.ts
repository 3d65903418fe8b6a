import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticateKey, createKeyDesk } from "./authenticate-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("a key acts as its person, with the role that person has now", async () => {
  const { deps, given } = fixture;
  const { key, apiKey } = await createApiKey(deps, given.member, { name: "CI" });
  expect(await authenticateKey(deps, key)).toEqual({ ...given.member, credentialId: apiKey.id });
  await deps.database.query("update memberships set role = 'viewer' where person_id = $1", [given.member.id]);
  expect(await authenticateKey(deps, key)).toMatchObject({ role: "viewer" });
  await deps.database.query("update memberships set role = 'member' where person_id = $1", [given.member.id]);
  const [listed] = (await listApiKeys(deps, given.member)).data;
  expect(listed).toMatchObject({ id: apiKey.id, name: "CI", prefix: key.slice(0, 12) });
  expect(listed?.lastUsedAt).not.toBeNull();
});

test("a key can do less than its person, never more", async () => {
  const { deps, given } = fixture;
  const reader = await createApiKey(deps, given.owner, { name: "report", role: "viewer" });
  expect(reader.apiKey).toMatchObject({ role: "viewer" });
  const actor = await authenticateKey(deps, reader.key);
  expect(actor).toMatchObject({ id: given.owner.id, role: "viewer" });
  await expect(createApiKey(deps, given.member, { name: "more", role: "admin" })).rejects.toMatchObject({
    code: "api-key.role-too-high",
    field: "role",
  });
  const strong = await createApiKey(deps, given.member, { name: "all I can" });
  expect(strong.apiKey.role).toBe("member");
  await deps.database.query("update memberships set role = 'viewer' where person_id = $1", [given.member.id]);
  expect(await authenticateKey(deps, strong.key)).toMatchObject({ role: "viewer" });
  await deps.database.query("update memberships set role = 'owner' where person_id = $1", [given.member.id]);
  expect(await authenticateKey(deps, strong.key)).toMatchObject({ role: "member" });
  await deps.database.query("update memberships set role = 'member' where person_id = $1", [given.member.id]);
});

test("a key that expires makes none that lives longer", async () => {
  const { deps, given } = fixture;
  const nowMs = deps.now().getTime();
  const at = (hours: number): string => new Date(nowMs + hours * 3_600_000).toISOString();
  const { key } = await createApiKey(deps, given.owner, { name: "for today", expiresAt: at(2) });
  const holder = await authenticateKey(deps, key);
  if (holder === undefined) throw new Error("The key is not known.");
  for (const expiresAt of [at(3), undefined]) {
    const made = createApiKey(deps, holder, { name: "longer", ...(expiresAt === undefined ? {} : { expiresAt }) });
    await expect(made).rejects.toMatchObject({ code: "api-key.outlives", field: "expiresAt" });
  }
  expect((await createApiKey(deps, holder, { name: "shorter", expiresAt: at(1) })).apiKey.expiresAt).toBe(at(1));
});

test("a revoked, expired or unknown key is nobody", async () => {
  const { deps, given, clock } = fixture;
  const revoked = await createApiKey(deps, given.owner, { name: "old" });
  await revokeApiKey(deps, given.owner, { apiKeyId: revoked.apiKey.id });
  await revokeApiKey(deps, given.owner, { apiKeyId: revoked.apiKey.id });
  const expiresAt = new Date(deps.now().getTime() + 60_000).toISOString();
  const short = await createApiKey(deps, given.owner, { name: "short", expiresAt });
  expect(await authenticateKey(deps, short.key)).toMatchObject({ id: given.owner.id });
  await clock.advance(61_000);
  expect(await Promise.all([revoked.key, short.key, "cad_guess", ""].map((key) => authenticateKey(deps, key)))).toEqual(
    Array(4).fill(undefined),
  );
  await expect(createApiKey(deps, given.owner, { name: "late", expiresAt })).rejects.toMatchObject({
    code: "api-key.expired",
    field: "expiresAt",
  });
});

test("keys of many requests are looked up together, each after it came: none that is revoked by then opens anything", async () => {
  const { deps, given } = fixture;
  const made = await Promise.all(
    [given.owner, given.member].map((person) => createApiKey(deps, person, { name: "busy" })),
  );
  let statements = 0;
  const counted = async <Row>(...asked: Parameters<typeof deps.database.query>): Promise<Row[]> => {
    statements += 1;
    return deps.database.query<Row>(...asked);
  };
  const authenticate = createKeyDesk({ database: { ...deps.database, query: counted } });
  const ask = () => Promise.all(Array.from({ length: 60 }, (_, nth) => authenticate(made[nth % 2]?.key ?? "")));
  const first = await ask();
  expect(new Set(first.map((actor) => actor?.id))).toEqual(new Set([given.owner.id, given.member.id]));
  // One alone, the others after it, and both kinds note their use.
  expect(statements).toBeLessThanOrEqual(4);
  const underWay = authenticate(made[0]?.key ?? "");
  await revokeApiKey(deps, given.owner, { apiKeyId: made[0]?.apiKey.id ?? "" });
  expect(await authenticate(made[0]?.key ?? "")).toBeUndefined();
  await underWay;
  expect(await ask()).toEqual(first.map((actor) => (actor?.id === given.member.id ? actor : undefined)));
});

test("members see and revoke their own keys only, admins all of their organization, strangers none", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "keys-elsewhere");
  const owners = await createApiKey(deps, given.owner, { name: "owner's" });
  const members = await createApiKey(deps, given.member, { name: "member's" });
  const seen = (await listApiKeys(deps, given.member)).data.map((key) => key.id);
  expect([seen.includes(members.apiKey.id), seen.includes(owners.apiKey.id)]).toEqual([true, false]);
  for (const actor of [given.member, other.owner]) {
    await expect(revokeApiKey(deps, actor, { apiKeyId: owners.apiKey.id })).rejects.toMatchObject({
      code: "api-key.not-found",
    });
  }
  expect(await revokeApiKey(deps, given.owner, { apiKeyId: members.apiKey.id })).toMatchObject({
    revokedAt: expect.any(String),
  });
  await expect(createApiKey(deps, given.viewer, { name: "no" })).rejects.toMatchObject({ code: "access.role-missing" });
});
