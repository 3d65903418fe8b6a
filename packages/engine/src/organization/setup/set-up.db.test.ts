import { verifyPassword } from "@better-auth/utils/password";
import { Setup } from "@cadre/domain";
import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { authenticateKey } from "../api-keys/authenticate-key.ts";
import { getOrganization } from "../get-organization.ts";
import { createSetupToken, isSetUp } from "./create-setup-token.ts";
import { setUp } from "./set-up.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
beforeEach(() => fixture.deps.database.query("update installation set set_up_at = null, setup_token_hash = null"));
afterAll(() => fixture.close());

let people = 0;
function owner(token: string): Setup {
  people += 1;
  return Setup.parse({
    token,
    name: `Ada Löwe ${people}`,
    email: `ada${people}@example.test`,
    password: "correct horse",
  });
}

test("the token makes owner, organization and a key that works, and nothing of it is stored in clear", async () => {
  const { deps } = fixture;
  const token = (await createSetupToken(deps)) ?? "";
  const made = await setUp(deps, owner(token));
  expect(made.apiKey).toMatch(/^cad_[\w-]{43}$/);
  const actor = await authenticateKey(deps, made.apiKey);
  expect(actor).toMatchObject({
    kind: "person",
    id: made.personId,
    role: "owner",
    organizationId: made.organization.id,
  });
  if (actor === undefined) return;
  expect(await getOrganization(deps, actor)).toMatchObject({
    name: "Ada Löwe 1's organization",
    slug: "ada-lowe-1-s-organization",
  });
  const [person] = await deps.database.query<{ passwordHash: string }>(
    "select password_hash from people where id = $1",
    [made.personId],
  );
  expect(await verifyPassword(person?.passwordHash ?? "", "correct horse")).toBe(true);
  const stored = await deps.database.query(
    `select row_to_json(k)::text as text from api_keys k union all select row_to_json(p)::text from people p
     union all select row_to_json(i)::text from installation i union all select row_to_json(o)::text from outbox o`,
  );
  const everything = JSON.stringify(stored);
  expect(stored.length).toBeGreaterThan(5);
  for (const secret of [made.apiKey, token, "correct horse"]) expect(everything).not.toContain(secret);
});

test("of two setups at once one wins; afterwards there is no token any more", async () => {
  const { deps } = fixture;
  const token = (await createSetupToken(deps)) ?? "";
  const results = await Promise.allSettled([setUp(deps, owner(token)), setUp(deps, owner(token))]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((result) => result.status === "rejected")).toMatchObject({ reason: { code: "setup.done" } });
  expect(await createSetupToken(deps)).toBeUndefined();
  expect(await isSetUp(deps)).toBe(true);
  await expect(setUp(deps, owner(token))).rejects.toMatchObject({ code: "setup.done" });
});

test("each start before that prints a new token and voids the one before; a wrong one makes nothing", async () => {
  const { deps } = fixture;
  const [first, second] = [await createSetupToken(deps), await createSetupToken(deps)];
  const before = await deps.database.query("select count(*)::int as n from organizations");
  await expect(setUp(deps, owner(first ?? ""))).rejects.toMatchObject({ code: "setup.token-wrong" });
  await expect(setUp(deps, owner("guess"))).rejects.toMatchObject({ code: "setup.token-wrong" });
  expect(await deps.database.query("select count(*)::int as n from organizations")).toEqual(before);
  await expect(setUp(deps, owner(second ?? ""))).resolves.toMatchObject({ personId: expect.any(String) });
});
