import { webhookEndpoints } from "@cadre/contracts";
import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, dataIn, problemIn } from "../api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture({ CADRE_WEBHOOK_PRIVATE_HOSTS: "hooks.internal, 10.0.0.7:9000" });
});
afterAll(() => fixture.close());

const hook = (more: Readonly<Record<string, unknown>> = {}) => ({
  url: "https://hooks.example.com/cadre",
  eventTypes: ["task.*"],
  ...more,
});

fact(
  "I17",
  "a secret is in the first answer only: not in a repeat of it, not in what is read later, nowhere in a row",
  async () => {
    const { owner, deps } = fixture;
    const key = { "idempotency-key": "hook-1" };
    const first = dataIn(webhookEndpoints.create, await owner.post("/webhooks", hook(), key));
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = dataIn(webhookEndpoints.create, await owner.post("/webhooks", hook(), key));
    expect(again).toEqual({ webhook: first.webhook, secret: null });
    const path = `/webhooks/${first.webhook.id}`;
    const rotated = dataIn(webhookEndpoints.rotateSecret, await owner.post(`${path}/rotate-secret`, {}));
    expect(rotated.secret).not.toBe(first.secret);
    const read = JSON.stringify([(await owner.get(path)).body, (await owner.get("/webhooks")).body]);
    const stored = await deps.database.query<{ text: string }>(
      "select row_to_json(w)::text as text from webhooks w union all select row_to_json(k)::text from idempotency_keys k",
    );
    for (const secret of [first.secret, rotated.secret]) {
      expect(read).not.toContain(secret?.slice(6));
      expect(JSON.stringify(stored)).not.toContain(secret?.slice(6));
    }
  },
);

test("an address that cannot be told, and a wrong pattern, are refused by their field", async () => {
  const { owner } = fixture;
  for (const [body, code, field] of [
    [hook({ url: "http://169.254.169.254/latest" }), "webhook.private-address", "url"],
    [hook({ url: "http://10.0.0.7:9001/" }), "webhook.private-address", "url"],
    [hook({ url: "https://user:secret@example.com/" }), "request.invalid", "url"],
    [hook({ url: "file:///etc/passwd" }), "request.invalid", "url"],
    [hook({ eventTypes: ["task.acepted"] }), "webhook.unknown-event", "eventTypes"],
    [hook({ eventTypes: ["everything"] }), "request.invalid", "eventTypes.0"],
    [hook({ eventTypes: [] }), "request.invalid", "eventTypes"],
  ] as const) {
    expect(problemIn(await owner.post("/webhooks", body))).toMatchObject({ status: 400, code, errors: [{ field }] });
  }
  for (const url of ["http://10.0.0.7:9000/", "http://hooks.internal/a"]) {
    expect((await owner.post("/webhooks", hook({ url }))).status).toBe(201);
  }
});

test("a change names the version it saw, and is checked as the making is", async () => {
  const { owner } = fixture;
  const { webhook } = dataIn(webhookEndpoints.create, await owner.post("/webhooks", hook()));
  const path = `/webhooks/${webhook.id}`;
  const change = (body: unknown, version: number) =>
    owner.send("PATCH", path, { body, headers: { "if-match": `"${version}"` } });
  expect(problemIn(await change({ url: "http://127.0.0.1/" }, 1)).code).toBe("webhook.private-address");
  expect((await change({ isEnabled: false }, 1)).body).toMatchObject({ isEnabled: false, version: 2 });
  expect(problemIn(await change({ isEnabled: true }, 1))).toMatchObject({ status: 412, code: "webhook.stale" });
  expect(problemIn(await owner.post(`${path}/test`, {}))).toMatchObject({ status: 409, code: "webhook.switched-off" });
  expect((await owner.send("DELETE", path)).status).toBe(204);
  expect(problemIn(await owner.get(path))).toMatchObject({ status: 404, code: "webhook.not-found" });
});

test("a stream of a run is opened where it broke off, by an id of its own", async () => {
  const run = problemIn(await fixture.owner.get("/runs/run_nowhere/stream"));
  expect(run).toMatchObject({ status: 404, code: "run.not-found" });
  const id = problemIn(await fixture.owner.get("/runs/run_nowhere/stream", { headers: { "last-event-id": "7" } }));
  expect(id).toMatchObject({ status: 400, code: "runs.bad-last-id" });
});
