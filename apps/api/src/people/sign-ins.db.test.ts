import { meEndpoints, signInEndpoints } from "@cadre/contracts";
import { createOperatorLink, createSignInLink, takeSignInLink } from "@cadre/engine";
import { API_LIMITS } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Answer,
  type ApiFixture,
  apiFixture,
  clientShowing,
  clientWith,
  dataIn,
  problemIn,
} from "../api.fixture.ts";

const PASSWORD = "a long sentence";

let fixture: ApiFixture;
let email: string;
beforeAll(async () => {
  fixture = await apiFixture();
  await choosePassword(PASSWORD);
  email = `${fixture.given.owner.id}@example.test`;
});
afterAll(() => fixture.close());

async function choosePassword(password: string): Promise<void> {
  const { owner } = fixture.given;
  const { token } = await createSignInLink(fixture.deps, owner, { personId: owner.id });
  await takeSignInLink(fixture.deps, { token, password }, "");
}

function anybody(headers: Record<string, string> = {}): ReturnType<typeof clientShowing> {
  return clientShowing(fixture.api.url, headers);
}

async function signIn(password = PASSWORD): Promise<Answer> {
  return anybody().post("/sign-in", { email: email.toUpperCase(), password });
}

/** The cookie that an answer hands out, as a browser shows it again. */
function cookieOf(answer: Answer): string {
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

test("e-mail and password open a sign-in; its cookie is the person, in a cookie that scripts and other sites do not get", async () => {
  const answer = await signIn();
  const me = dataIn(signInEndpoints.create, answer);
  expect(me).toMatchObject({
    personId: fixture.given.owner.id,
    role: "owner",
    organization: { id: fixture.given.organizationId },
    organizations: [{ id: fixture.given.organizationId, role: "owner" }],
    credential: { kind: "sign-in", id: expect.stringMatching(/^sin_/) },
  });
  expect(answer.headers.get("set-cookie")).toMatch(
    /^cadre-sign-in=cads_[\w-]{43}; Max-Age=77\d{5}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const browser = anybody({ cookie: `theme=dark; ${cookieOf(answer)}; x=1`, origin: fixture.api.url });
  expect(dataIn(meEndpoints.get, await browser.get("/me"))).toEqual(me);
  expect((await browser.post("/teams", { name: "By cookie" })).status).toBe(201);
  expect(problemIn(await anybody({ cookie: "cadre-sign-in=cads_guess" }).get("/me"))).toMatchObject({
    status: 401,
    code: "auth.signed-out",
  });
});

test("an unknown address and a wrong password are told in the same words", async () => {
  const wrong = problemIn(await signIn("another sentence"));
  const unknown = problemIn(await anybody().post("/sign-in", { email: "nobody@example.test", password: PASSWORD }));
  expect(wrong).toMatchObject({ status: 401, code: "sign-in.wrong" });
  expect({ ...unknown, instance: "" }).toEqual({ ...wrong, instance: "" });
});

test.each([
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a port beside ours", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }],
  ["another origin, said by an older browser", { origin: "https://evil.example" }],
  ["a page without an origin", { origin: "null" }],
  ["nowhere", {}],
])(
  "a change that %s asks for with the cookie is refused, and a read is not",
  async (_, from: Record<string, string>) => {
    const cookie = cookieOf(await signIn());
    const elsewhere = anybody({ cookie, ...from });
    for (const [method, path] of [
      ["POST", "/teams"],
      ["PATCH", "/organization"],
      ["DELETE", "/sign-ins/x"],
    ] as const) {
      const refused = await elsewhere.send(method, path, { body: { name: "Forged" } });
      expect(problemIn(refused)).toMatchObject({ status: 403, code: "request.foreign-origin" });
    }
    expect((await elsewhere.get("/me")).status).toBe(200);
    expect(JSON.stringify((await fixture.owner.get("/teams")).body)).not.toContain("Forged");
  },
);

test("no other page signs a browser in or out", async () => {
  const cookie = cookieOf(await signIn());
  const evil = anybody({ cookie, origin: "https://evil.example" });
  expect(problemIn(await evil.post("/sign-in", { email, password: PASSWORD })).code).toBe("request.foreign-origin");
  expect(problemIn(await evil.post("/sign-out")).code).toBe("request.foreign-origin");
  expect((await anybody({ cookie }).get("/me")).status).toBe(200);
});

test("who signs out is out at once, and the cookie is taken away", async () => {
  const cookie = cookieOf(await signIn());
  const browser = anybody({ cookie, origin: fixture.api.url });
  const out = await browser.post("/sign-out");
  expect(out.status).toBe(204);
  expect(out.headers.get("set-cookie")).toMatch(/^cadre-sign-in=; Max-Age=0; /);
  expect(problemIn(await browser.get("/me")).code).toBe("auth.signed-out");
  expect((await browser.post("/sign-out")).status).toBe(204);
  expect((await anybody().post("/sign-out")).status).toBe(204);
});

test("a person sees where they are signed in, ends one, and ends all", async () => {
  const [here, there] = [cookieOf(await signIn()), cookieOf(await signIn())];
  const browser = anybody({ cookie: here, origin: fixture.api.url });
  const listed = dataIn(signInEndpoints.list, await browser.get("/sign-ins")).data;
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const other = dataIn(meEndpoints.get, await anybody({ cookie: there }).get("/me")).credential?.id ?? "";
  expect(listed.map(({ id }) => id)).toContain(other);
  expect((await browser.send("DELETE", `/sign-ins/${other}`)).status).toBe(200);
  expect(problemIn(await anybody({ cookie: there }).get("/me")).status).toBe(401);

  const members = await fixture.signedIn(fixture.given.member);
  expect(problemIn(await members.send("DELETE", `/sign-ins/${other}`))).toMatchObject({
    status: 404,
    code: "sign-in.not-found",
  });
  const ended = dataIn(signInEndpoints.endAll, await browser.post("/sign-out-everywhere"));
  expect(ended.endedSignIns).toBeGreaterThan(0);
  expect(problemIn(await browser.get("/me")).status).toBe(401);
  expect((await members.get("/me")).status).toBe(200);
  expect((await fixture.owner.get("/me")).status).toBe(200);
});

test("a key changes nothing of its person's account", async () => {
  for (const [method, path] of [
    ["GET", "/sign-ins"],
    ["POST", "/sign-out-everywhere"],
    ["POST", "/me/password"],
    ["POST", "/organizations"],
    ["POST", `/organization/members/${fixture.given.member.id}/sign-in-link`],
  ] as const) {
    const refused = await fixture.owner.send(method, path, method === "GET" ? {} : { body: {} });
    expect(problemIn(refused)).toMatchObject({ status: 403, code: "auth.sign-in-required" });
  }
});

test("a person has another name at once, and another e-mail with their password", async () => {
  const browser = anybody({ cookie: cookieOf(await signIn()), origin: fixture.api.url });
  const renamed = dataIn(meEndpoints.rename, await browser.post("/me/name", { name: "Olive O." }));
  expect(renamed.name).toBe("Olive O.");
  const taken = `${fixture.given.member.id.toUpperCase()}@example.test`;
  const refused = await browser.post("/me/email", { email: taken, currentPassword: PASSWORD });
  expect(problemIn(refused)).toMatchObject({ status: 409, code: "person.email-taken" });
  const guessed = await browser.post("/me/email", { email: "olive@example.test", currentPassword: "guess" });
  expect(problemIn(guessed).code).toBe("sign-in.password-wrong");
  const moved = await browser.post("/me/email", { email: "olive@example.test", currentPassword: PASSWORD });
  expect(dataIn(meEndpoints.changeEmail, moved).email).toBe("olive@example.test");
  expect((await signIn()).status, "the old address opens nothing").toBe(401);
  const { id } = fixture.given.owner;
  await fixture.deps.database.query("update people set name = 'Olive Owner', email = $2 where id = $1", [id, email]);
});

test("another password ends every other sign-in and makes links void", async () => {
  const { owner } = fixture.given;
  const [here, there] = [cookieOf(await signIn()), cookieOf(await signIn())];
  const { token } = await createSignInLink(fixture.deps, owner, { personId: owner.id });
  const browser = anybody({ cookie: here, origin: fixture.api.url });
  const wrong = await browser.post("/me/password", { currentPassword: "guess", newPassword: "a new sentence" });
  expect(problemIn(wrong)).toMatchObject({ status: 403, code: "sign-in.password-wrong" });
  const changed = await browser.post("/me/password", { currentPassword: PASSWORD, newPassword: "a new sentence" });
  expect(dataIn(meEndpoints.changePassword, changed).endedSignIns).toBeGreaterThan(0);
  expect((await browser.get("/me")).status).toBe(200);
  expect(problemIn(await anybody({ cookie: there }).get("/me")).status).toBe(401);
  expect(problemIn(await anybody().post("/sign-in-links/use", { token, password: PASSWORD })).code).toBe(
    "sign-in-link.void",
  );
  expect((await signIn()).status).toBe(401);
  await choosePassword(PASSWORD);
});

test("whoever lost key and password comes back with the operator's link, once", async () => {
  const before = cookieOf(await signIn());
  const link = await createOperatorLink(fixture.deps, {});
  expect(link).toMatchObject({ email, name: "Olive Owner" });
  const use = (): Promise<Answer> =>
    anybody().post("/sign-in-links/use", { token: link?.token, password: "found again, at last" });
  const [one, two] = await Promise.all([use(), use()]);
  expect(new Set([one.status, two.status])).toEqual(new Set([200, 403]));
  const browser = anybody({ cookie: cookieOf(one.status === 200 ? one : two), origin: fixture.api.url });
  expect(problemIn(await anybody({ cookie: before }).get("/me")).status).toBe(401);
  const { key } = (await browser.post("/api-keys", { name: "instead of the lost one" })).body as { key: string };
  expect((await clientWith(fixture.api.url, key).get("/me")).status).toBe(200);
  expect(await createOperatorLink(fixture.deps, { email: "nobody@example.test" })).toBeUndefined();
  await choosePassword(PASSWORD);
});

test("a sign-in that is left alone, and a link that is not used, are void in time", async () => {
  const cookie = cookieOf(await signIn());
  const link = await createOperatorLink(fixture.deps, { email });
  await fixture.clock.advance(API_LIMITS.signInLinkTtlMs + 1_000);
  const late = await anybody().post("/sign-in-links/use", { token: link?.token, password: PASSWORD });
  expect(problemIn(late)).toMatchObject({ status: 403, code: "sign-in-link.void" });
  await fixture.clock.advance(API_LIMITS.signInIdleMs - API_LIMITS.signInLinkTtlMs - 60_000);
  expect((await anybody({ cookie }).get("/me")).status).toBe(200);
  await fixture.clock.advance(API_LIMITS.signInIdleMs - 60_000);
  expect((await anybody({ cookie }).get("/me")).status).toBe(200);
  await fixture.clock.advance(API_LIMITS.signInIdleMs + 60_000);
  expect(problemIn(await anybody({ cookie }).get("/me")).code).toBe("auth.signed-out");
});

fact("I17", "neither a password nor the token of a sign-in or link is in any row, event or audit entry", async () => {
  const password = "CANARY-of-a-password";
  await choosePassword(password);
  const answer = await signIn(password);
  const token = cookieOf(answer).split("=")[1] ?? "";
  const link = await createSignInLink(fixture.deps, fixture.given.owner, { personId: fixture.given.owner.id });
  const key = { "idempotency-key": "link" };
  const path = `/organization/members/${fixture.given.viewer.id}/sign-in-link`;
  const browser = await fixture.signedIn(fixture.given.owner);
  const first = (await browser.post(path, {}, key)).body as { link: string };
  expect(((await browser.post(path, {}, key)).body as { link: null }).link).toBeNull();
  expect(token).toMatch(/^cads_/);
  for (const secret of [password, token, link.token, new URL(first.link).searchParams.get("token") ?? "none"]) {
    const found = await fixture.deps.database.query(
      `select 'outbox' from outbox where payload like '%' || $1 || '%'
       union all select 'audit' from audit_entries where details like '%' || $1 || '%'
       union all select 'people' from people where password_hash like '%' || $1 || '%'
       union all select 'sign_ins' from sign_ins s where to_jsonb(s)::text like '%' || $1 || '%'
       union all select 'links' from sign_in_links l where to_jsonb(l)::text like '%' || $1 || '%'
       union all select 'idempotency' from idempotency_keys where response_body like '%' || $1 || '%'`,
      [secret],
    );
    expect({ secret, found }).toEqual({ secret, found: [] });
  }
  await choosePassword(PASSWORD);
});

test("guessing passwords is slowed down for one account from one place, and told when to come back", async () => {
  const guess = (): Promise<Answer> => anybody().post("/sign-in", { email: "victim@example.test", password: "guess" });
  for (let n = 0; n < API_LIMITS.signInAttemptsPerPair; n += 1) expect((await guess()).status).toBe(401);
  const refused = await guess();
  expect(problemIn(refused)).toMatchObject({ status: 429, code: "rate-limit.sign-in" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(refused.headers.get("ratelimit-remaining")).toBe("0");
  expect((await signIn()).status, "others are not locked out").toBe(200);
});
