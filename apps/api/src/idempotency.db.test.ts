import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ApiFixture, apiFixture, problemIn } from "./api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

function newTask(title: string): Record<string, unknown> {
  const { projectId, workerId, reviewerId } = fixture.given;
  return { projectId, title, assigneeId: workerId, reviewerId };
}

async function titled(title: string): Promise<number> {
  const [row] = await fixture.deps.database.query<{ count: number }>(
    "select count(*)::int as count from tasks where title = $1",
    [title],
  );
  return row?.count ?? 0;
}

test("without a key the same request twice is two requests", async () => {
  await fixture.owner.post("/tasks", newTask("Twice"));
  await fixture.owner.post("/tasks", newTask("Twice"));
  expect(await titled("Twice")).toBe(2);
});

test("with a key it is one, answered alike even after the task has changed", async () => {
  const key = { "idempotency-key": "once" };
  const first = await fixture.owner.post("/tasks", newTask("Once"), key);
  const { id } = first.body as { id: string };
  await fixture.owner.post(`/tasks/${id}/moves`, { move: "cancel" });
  const again = await fixture.owner.post("/tasks", newTask("Once"), key);
  expect(again).toMatchObject({ status: first.status, body: first.body as object });
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(await titled("Once")).toBe(1);
});

test("a key belongs to one request of one person", async () => {
  const key = { "idempotency-key": "mine" };
  await fixture.owner.post("/tasks", newTask("Mine"), key);
  const otherBody = await fixture.owner.post("/tasks", newTask("Other"), key);
  expect(problemIn(otherBody)).toMatchObject({ status: 422, code: "idempotency.key-reused" });
  const otherRoute = await fixture.owner.post("/projects", { key: "MINE", name: "Mine" }, key);
  expect(problemIn(otherRoute)).toMatchObject({ status: 422, code: "idempotency.key-reused" });
  const otherPerson = await fixture.member.post("/tasks", newTask("Mine"), key);
  expect(otherPerson.status).toBe(201);
  expect(await titled("Mine")).toBe(2);
  expect(await titled("Other")).toBe(0);
});

test("a request that failed leaves its key free", async () => {
  const key = { "idempotency-key": "corrected" };
  const wrong = await fixture.owner.post("/tasks", { ...newTask("Corrected"), assigneeId: "agt_nobody" }, key);
  expect(problemIn(wrong).status).toBe(404);
  expect((await fixture.owner.post("/tasks", newTask("Corrected"), key)).status).toBe(201);
  const empty = await fixture.owner.post("/tasks", newTask("Corrected"), { "idempotency-key": "x".repeat(256) });
  expect(problemIn(empty)).toMatchObject({ status: 400, code: "idempotency.bad-key" });
});

fact(
  "I4",
  "a thousand requests at once with one Idempotency-Key make one task, and all are answered alike",
  async () => {
    const body = newTask("Storm");
    const ask = (): Promise<Answer> => fixture.owner.post("/tasks", body, { "idempotency-key": "storm" });
    const answers = await Promise.all(Array.from({ length: 1_000 }, ask));
    const [first] = answers;
    expect(first?.status).toBe(201);
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual(first?.body);
      expect(answer.headers.get("etag")).toBe(first?.headers.get("etag"));
    }
    expect(await titled("Storm")).toBe(1);
    const id = (first?.body as { id: string } | undefined)?.id ?? "";
    const runs = await fixture.deps.database.query("select 1 from runs where task_id = $1", [id]);
    const events = await fixture.deps.database.query(
      "select 1 from outbox where type = 'task.created' and entity_id = $1",
      [id],
    );
    expect([runs.length, events.length]).toEqual([1, 1]);
  },
);

fact("I17", "a new API key is in one answer and in no row: a repeat does not get it", async () => {
  const key = { "idempotency-key": "key" };
  const first = (await fixture.owner.post("/api-keys", { name: "CI" }, key)).body as {
    key: string;
    apiKey: { id: string };
  };
  const again = (await fixture.owner.post("/api-keys", { name: "CI" }, key)).body;
  expect(first.key).toMatch(/^cad_/);
  expect(again).toEqual({ ...first, key: null });
  const rows = await fixture.deps.database.query<{ found: boolean }>(
    `select exists (select 1 from idempotency_keys where response_body like '%' || $1 || '%')
       or exists (select 1 from outbox where payload like '%' || $1 || '%')
       or exists (select 1 from api_keys where key_hash = $1) as found`,
    [first.key],
  );
  expect(rows).toEqual([{ found: false }]);
});
