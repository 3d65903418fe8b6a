import { invitationEndpoints, meEndpoints, memberEndpoints, organizationEndpoints } from "@cadre/contracts";
import { insertPerson, type PersonActor } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Answer,
  type ApiFixture,
  apiFixture,
  type Client,
  clientShowing,
  dataIn,
  problemIn,
} from "../api.fixture.ts";

const PASSWORD = "a long sentence";

let fixture: ApiFixture;
let anybody: Client;
beforeAll(async () => {
  fixture = await apiFixture();
  anybody = clientShowing(fixture.api.url, {});
});
afterAll(() => fixture.close());

function newPerson(name: string, role: PersonActor["role"]): Promise<PersonActor> {
  return insertPerson(fixture.deps, fixture.given.organizationId, { name, role });
}

async function invite(body: object, client = fixture.owner): Promise<{ id: string; token: string }> {
  const { invitation, link } = dataIn(invitationEndpoints.create, await client.post("/invitations", body));
  const url = new URL(link ?? "");
  expect(url.origin + url.pathname).toBe(`${fixture.api.url}/join`);
  return { id: invitation.id, token: url.searchParams.get("token") ?? "" };
}

function accept(token: string, more: object = {}): Promise<Answer> {
  const person = { email: "grace@example.test", name: "Grace", password: PASSWORD };
  return anybody.post("/invitations/accept", { token, ...person, ...more });
}

function browserOf(answer: Answer): Client {
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return clientShowing(fixture.api.url, { cookie, origin: fixture.api.url });
}

test("whoever holds the link becomes a member with the role it was made with, once", async () => {
  const { id, token } = await invite({ role: "viewer", email: "Grace@example.test" });
  expect(dataIn(invitationEndpoints.preview, await anybody.post("/invitations/preview", { token }))).toMatchObject({
    role: "viewer",
    email: "Grace@example.test",
    invitedByName: "Olive Owner",
    isKnownPerson: false,
  });
  expect(problemIn(await accept(token, { email: "eve@example.test" })).code).toBe("invitation.other-email");
  expect(problemIn(await accept(token, { name: undefined }))).toMatchObject({
    code: "invitation.name-missing",
    errors: [{ field: "name" }],
  });
  const both = await Promise.all([accept(token), accept(token)]);
  const won = both.find(({ status }) => status === 201);
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
  if (won === undefined) return;
  const grace = browserOf(won);
  expect(dataIn(meEndpoints.get, await grace.get("/me"))).toMatchObject({ name: "Grace", role: "viewer" });
  expect(problemIn(await grace.post("/teams", { name: "No" }))).toMatchObject({ status: 403, code: "auth.role" });
  expect(problemIn(await anybody.post("/invitations/preview", { token })).code).toBe("invitation.void");
  const listed = dataIn(invitationEndpoints.list, await fixture.owner.get("/invitations")).data;
  expect(listed.find((invitation) => invitation.id === id)).toMatchObject({ status: "accepted" });
  expect(problemIn(await fixture.owner.send("DELETE", `/invitations/${id}`)).code).toBe("invitation.accepted");
  expect((await anybody.post("/sign-in", { email: "grace@example.test", password: PASSWORD })).status).toBe(200);
});

test("a person who is known joins with their own password, or as who is signed in, and is one person in both", async () => {
  const { given, owner } = await fixture.stranger();
  const first = await accept((await invite({ role: "member" }, owner)).token, { email: "ida@example.test" });
  const ida = browserOf(first);
  const { personId } = dataIn(meEndpoints.get, await ida.get("/me"));

  const { token } = await invite({ role: "admin" });
  const wrong = await accept(token, { email: "ida@example.test", password: "not her password" });
  expect(problemIn(wrong)).toMatchObject({ status: 401, code: "sign-in.wrong" });
  const joined = dataIn(invitationEndpoints.join, await ida.post("/invitations/join", { token }));
  expect(joined).toMatchObject({ personId, role: "admin", organization: { id: fixture.given.organizationId } });
  expect(joined.organizations.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [fixture.given.organizationId, given.organizationId].toSorted((a, b) => a.localeCompare(b)),
  );
  expect(dataIn(meEndpoints.get, await ida.get("/me")).organization.id).toBe(fixture.given.organizationId);
  const again = await invite({ role: "viewer" });
  expect(problemIn(await ida.post("/invitations/join", { token: again.token })).code).toBe("invitation.is-member");
  const known = await fixture.owner.post("/invitations", { role: "viewer", email: "ida@example.test" });
  expect(problemIn(known)).toMatchObject({ status: 409, code: "invitation.is-member" });
});

test("an invitation that was revoked, has expired, or whose maker has left lets nobody in", async () => {
  const revoked = await invite({ role: "member" });
  expect((await fixture.owner.send("DELETE", `/invitations/${revoked.id}`)).body).toMatchObject({ status: "revoked" });
  expect((await fixture.owner.send("DELETE", `/invitations/${revoked.id}`)).status).toBe(200);
  const admin = await newPerson("Ann", "admin");
  const orphan = await invite({ role: "member" }, await fixture.signedIn(admin));
  expect((await fixture.owner.send("DELETE", `/organization/members/${admin.id}`)).status).toBe(200);
  const old = await invite({ role: "member", expiresInDays: 1 });
  await fixture.clock.advance(86_400_000 + 1_000);
  for (const { token } of [revoked, orphan, old, { token: "cadi_guess" }]) {
    expect(problemIn(await accept(token, { email: "late@example.test" }))).toMatchObject({
      status: 403,
      code: "invitation.void",
    });
  }
  const statuses = dataIn(invitationEndpoints.list, await fixture.owner.get("/invitations")).data;
  expect(statuses.find(({ id }) => id === old.id)?.status).toBe("expired");
});

test("nobody gives or takes a role above their own, and the last owner stays", async () => {
  const admin = await fixture.signedIn(await newPerson("Ada", "admin"));
  const path = `/organization/members/${fixture.given.owner.id}`;
  for (const refused of [
    await admin.post("/invitations", { role: "owner" }),
    await admin.post(`/organization/members/${fixture.given.viewer.id}/role`, { role: "owner" }),
    await admin.post(`${path}/role`, { role: "viewer" }),
    await admin.send("DELETE", path),
    await admin.post(`${path}/sign-in-link`, {}),
  ]) {
    expect(problemIn(refused)).toMatchObject({ status: 403, code: "member.role-too-high" });
  }
  expect(problemIn(await fixture.owner.post(`${path}/role`, { role: "admin" })).code).toBe("member.last-owner");
  expect(problemIn(await fixture.owner.send("DELETE", path)).code).toBe("member.last-owner");
  const member = await fixture.signedIn(fixture.given.member);
  expect(problemIn(await member.send("DELETE", path)).code).toBe("access.role-missing");
});

test("two owners who make each other less at the same time leave one owner, whoever writes", async () => {
  const { given, owner } = await fixture.stranger("rivals");
  const second = await insertPerson(fixture.deps, given.organizationId, { name: "Second", role: "owner" });
  const other = await fixture.clientOf(second);
  const answers = await Promise.all([
    owner.post(`/organization/members/${second.id}/role`, { role: "viewer" }),
    other.post(`/organization/members/${given.owner.id}/role`, { role: "viewer" }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await expect(
    fixture.deps.database.query("update memberships set role = 'viewer' where organization_id = $1", [
      given.organizationId,
    ]),
  ).rejects.toMatchObject({ code: "CA004" });
});

test("a role works from the next request on, and only where it was given", async () => {
  const person = await newPerson("Rae", "member");
  const [browser, key] = [await fixture.signedIn(person), await fixture.clientOf(person)];
  const changed = await fixture.owner.post(`/organization/members/${person.id}/role`, { role: "viewer" });
  expect(dataIn(memberEndpoints.changeRole, changed)).toMatchObject({ personId: person.id, role: "viewer" });
  expect(problemIn(await browser.post("/teams", { name: "No" })).code).toBe("auth.role");
  expect(problemIn(await key.post("/teams", { name: "No" })).code).toBe("auth.role");
});

test("who is removed is out: keys and sign-ins end, what waited for them waits for somebody else", async () => {
  const person = await newPerson("Lea", "member");
  const [browser, key] = [await fixture.signedIn(person), await fixture.clientOf(person)];
  const task = await fixture.given.task({ status: "review", reviewer: { kind: "person", id: person.id } });
  await fixture.deps.database.query(
    "insert into notifications (id, organization_id, person_id, type, title) values ($1, $2, $3, 'test', 'Hello')",
    [fixture.deps.newId("notification"), fixture.given.organizationId, person.id],
  );
  expect((await fixture.owner.send("DELETE", `/organization/members/${person.id}`)).status).toBe(200);
  expect(problemIn(await browser.get("/me"))).toMatchObject({ status: 403, code: "sign-in.no-organization" });
  expect(problemIn(await key.get("/me"))).toMatchObject({ status: 401, code: "auth.bad-key" });
  const [row] = await fixture.deps.database.query<{ reviewerId: string; mover: string }>(
    `select t.reviewer_id, (select a.kind || ' ' || a.status from approvals a where a.task_id = t.id) as mover
     from tasks t where t.id = $1`,
    [task.id],
  );
  expect(row).toEqual({ reviewerId: fixture.given.owner.id, mover: "review pending" });
  const members = dataIn(organizationEndpoints.listMembers, await fixture.owner.get("/organization/members")).data;
  expect(members.map(({ personId }) => personId)).not.toContain(person.id);
  expect(problemIn(await fixture.owner.send("DELETE", `/organization/members/${person.id}`)).code).toBe(
    "member.not-found",
  );
  const { token } = await invite({ role: "viewer" });
  expect((await accept(token, { email: `${person.id}@example.test` })).status, "her own password is asked").toBe(401);
});

test("a member may leave", async () => {
  const person = await newPerson("Zoe", "viewer");
  const browser = await fixture.signedIn(person);
  expect((await browser.send("DELETE", `/organization/members/${person.id}`)).status).toBe(200);
  expect(problemIn(await browser.get("/me")).code).toBe("sign-in.no-organization");
});

test("a link for a member who forgot the password works for members of this organization alone", async () => {
  const person = await newPerson("Fay", "member");
  const path = `/organization/members/${person.id}/sign-in-link`;
  const browser = await fixture.signedIn(fixture.given.owner);
  const { link } = dataIn(memberEndpoints.createSignInLink, await browser.post(path, {}));
  const url = new URL(link ?? "");
  expect(url.pathname).toBe("/new-password");
  const used = await anybody.post("/sign-in-links/use", { token: url.searchParams.get("token"), password: PASSWORD });
  expect(used.body).toMatchObject({ personId: person.id, role: "member" });
  const { given } = await fixture.stranger("elsewhere");
  const values = [given.organizationId, person.id];
  await fixture.deps.database.query(
    "insert into memberships (organization_id, person_id, role) values ($1, $2, 'member')",
    values,
  );
  for (const client of [browser, await fixture.signedIn(given.owner)]) {
    expect(problemIn(await client.post(path, {}))).toMatchObject({ status: 409, code: "member.belongs-elsewhere" });
  }
});
