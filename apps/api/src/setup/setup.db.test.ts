import { setupEndpoints } from "@cadre/contracts";
import { createSetupToken } from "@cadre/engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ApiFixture, apiFixture, clientShowing, clientWith, dataIn, problemIn } from "../api.fixture.ts";

let fixture: ApiFixture;
beforeEach(async () => {
  fixture = await apiFixture();
});
afterEach(() => fixture.close());

const ada = { name: "Ada Lovelace", email: "ada@example.test", password: "a long sentence" };

test("the printed token makes the owner once; the key that is shown can do everything", async () => {
  const anybody = clientWith(fixture.api.url, "");
  const token = fixture.api.setupToken;
  const made = dataIn(setupEndpoints.create, await anybody.post("/setup", { token, ...ada }));
  expect(made).toMatchObject({
    organization: { name: "Ada Lovelace's organization", timeZone: "UTC" },
    person: { name: ada.name, email: ada.email, role: "owner" },
    apiKey: expect.stringMatching(/^cad_/),
  });
  const owner = clientWith(fixture.api.url, made.apiKey);
  expect((await owner.get("/me")).body).toMatchObject({ ...made.person, organization: { id: made.organization.id } });
  const demo = await owner.get("/demo");
  const started = await owner.post("/demo/start");
  expect(started).toMatchObject({
    status: 201,
    body: { task: { status: "in_progress" }, approvedCommands: (demo.body as { commands: string[] }).commands },
  });

  const again = await anybody.post("/setup", { token, ...ada, email: "eve@example.test" });
  expect(problemIn(again)).toMatchObject({ status: 409, code: "setup.done" });
  expect(await createSetupToken(fixture.deps)).toBeUndefined();
});

test("setup signs its owner in: the browser needs no key", async () => {
  const anybody = clientWith(fixture.api.url, "");
  const answer = await anybody.post("/setup", { token: fixture.api.setupToken, ...ada });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const browser = clientShowing(fixture.api.url, { cookie, origin: fixture.api.url });
  expect((await browser.get("/me")).body).toMatchObject({ name: ada.name, credential: { kind: "sign-in" } });
  expect((await browser.post("/demo/start")).status).toBe(201);
});

test("two at once with the same token: one wins, the other is told", async () => {
  const anybody = clientWith(fixture.api.url, "");
  const body = { token: fixture.api.setupToken, ...ada };
  const answers = await Promise.all(
    [1, 2, 3].map((n) => anybody.post("/setup", { ...body, email: `ada${n}@example.test` })),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  const [row] = await fixture.deps.database.query<{ owners: number }>(
    "select count(*)::int as owners from people where email like 'ada%'",
  );
  expect(row?.owners).toBe(1);
});

test("a wrong token and a weak password are told apart, and nothing is made", async () => {
  const anybody = clientWith(fixture.api.url, "");
  const wrong = await anybody.post("/setup", { token: "guessed", ...ada });
  expect(problemIn(wrong)).toMatchObject({ status: 403, code: "setup.token-wrong", errors: [{ field: "token" }] });
  const weak = await anybody.post("/setup", {
    token: fixture.api.setupToken,
    name: "",
    email: "ada",
    password: "short",
  });
  expect(problemIn(weak).errors?.map(({ field }) => field)).toEqual(["name", "email", "password"]);
  expect((await anybody.post("/setup", { token: fixture.api.setupToken, ...ada })).status).toBe(201);
});
