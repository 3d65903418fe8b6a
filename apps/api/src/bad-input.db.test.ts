import { connect, type Socket } from "node:net";
import { ENDPOINTS, taskEndpoints } from "@cadre/contracts";
import { createTask } from "@cadre/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, answerOf, dataIn, problemIn } from "./api.fixture.ts";
import { idPlaces, type OpenApi } from "./id-places.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

function newTask(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { projectId, workerId, reviewerId } = fixture.given;
  return { projectId, title: "Say hello", assigneeId: workerId, reviewerId, ...more };
}

async function countTasks(): Promise<number> {
  const [row] = await fixture.deps.database.query<{ count: number }>("select count(*)::int as count from tasks");
  return row?.count ?? 0;
}

async function refused(body: unknown, headers: Record<string, string> = {}): Promise<ReturnType<typeof problemIn>> {
  const before = await countTasks();
  const answer = await fixture.owner.post("/tasks", body, headers);
  expect(await countTasks()).toBe(before);
  expect(answer.headers.get("x-request-id")).toBe(problemIn(answer).instance);
  return problemIn(answer);
}

test("a body that is no JSON", async () => {
  expect(await refused('{"title": ')).toMatchObject({ status: 400, code: "request.malformed" });
  expect(await refused('{"__proto__": {"isAdmin": true}}')).toMatchObject({ status: 400, code: "request.malformed" });
  expect(await refused("[1]")).toMatchObject({ status: 400, code: "request.invalid", errors: [{ field: "(body)" }] });
});

test("a body in another form than JSON in UTF-8", async () => {
  const form = await refused("title=hello", { "content-type": "application/x-www-form-urlencoded" });
  expect(form).toMatchObject({ status: 415, code: "request.media-type" });
  expect(await refused("hello", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
  const latin = await fetch(`${fixture.api.url}/api/v1/tasks`, {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.owner.key}`, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(newTask({ title: "Grüße" })), "latin1"),
  });
  expect(problemIn(await answerOf(latin))).toMatchObject({ status: 400, detail: expect.stringContaining("not UTF-8") });
});

test("no body where one is needed", async () => {
  const answer = await fixture.owner.send("POST", "/tasks", { headers: { "content-type": "application/json" } });
  const { errors } = problemIn(answer);
  expect(errors?.map(({ field }) => field)).toEqual(["projectId", "title", "assigneeId", "reviewerId"]);
});

test("a body of 10 MB, announced or not", async () => {
  const huge = JSON.stringify(newTask({ description: "x".repeat(10_000_000) }));
  expect(await refused(huge)).toMatchObject({ status: 413, code: "request.too-large" });
  const chunks = new Blob([huge]).stream();
  const response = await fetch(`${fixture.api.url}/api/v1/tasks`, {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.owner.key}`, "content-type": "application/json" },
    body: chunks,
    duplex: "half",
  } as RequestInit);
  expect(problemIn(await answerOf(response))).toMatchObject({ status: 413 });
});

test("a title of 10,000 characters", async () => {
  const problem = await refused(newTask({ title: "x".repeat(10_000) }));
  expect(problem).toMatchObject({
    status: 400,
    errors: [{ field: "title", message: "must have at most 200 characters" }],
  });
  expect(problem.detail).toContain("title");
});

test("a NUL byte and half of a surrogate pair, in a text, a name of a field, a path and a query", async () => {
  const nul = await refused(newTask({ description: "a\u0000b" }));
  expect(nul).toMatchObject({ status: 400, code: "request.unstorable-text", errors: [{ field: "description" }] });
  const lone = await refused(JSON.stringify(newTask({ title: "<>" })).replace("<>", "\\ud83d"));
  expect(lone).toMatchObject({ status: 400, code: "request.unstorable-text", errors: [{ field: "title" }] });
  const deep = await refused(newTask({ checks: [{ kind: "json_schema", path: "a", schema: { "a\u0000": 1 } }] }));
  expect(deep).toMatchObject({ code: "request.unstorable-text", errors: [{ field: "checks.0.schema" }] });
  for (const path of ["/tasks/tsk_%00", "/tasks?search=%00", "/projects?cursor=%00"]) {
    expect(problemIn(await fixture.owner.get(path)).code).toBe("request.unstorable-text");
  }
});

test("emoji, right-to-left text and every other real text come back as they were sent", async () => {
  const title = "👩‍🚀 שלום e\u0301 \u2028 <script>";
  const created = dataIn(taskEndpoints.create, await fixture.owner.post("/tasks", newTask({ title })));
  const read = await fixture.owner.get(`/tasks/${created.id}`);
  expect(read.body).toMatchObject({ title });
});

test("a circle of tasks that wait for each other, with the way round", async () => {
  const first = dataIn(taskEndpoints.create, await fixture.owner.post("/tasks", newTask()));
  const second = dataIn(taskEndpoints.create, await fixture.owner.post("/tasks", newTask({ blockerIds: [first.id] })));
  const answer = await fixture.owner.send("PUT", `/tasks/${first.id}/dependencies`, {
    body: { blockerIds: [second.id] },
    headers: { "if-match": `"${first.version}"` },
  });
  expect(problemIn(answer)).toMatchObject({
    status: 409,
    code: "task.circle",
    errors: [{ field: "blockerIds" }],
    details: { circle: [first.key, second.key] },
  });
  const itself = await fixture.owner.send("PATCH", `/tasks/${first.id}`, {
    body: { blockerIds: [first.id] },
    headers: { "if-match": `"${first.version}"` },
  });
  expect(problemIn(itself)).toMatchObject({ status: 409, code: "task.circle" });
});

test("a reviewer who is the assignee", async () => {
  const problem = await refused(newTask({ reviewerId: fixture.given.workerId }));
  expect(problem).toMatchObject({ status: 400, code: "task.self-review", errors: [{ field: "reviewerId" }] });
});

test("an agent that was deleted", async () => {
  const agentId = await fixture.given.newAgent({ name: "Gone" });
  expect((await fixture.owner.send("DELETE", `/agents/${agentId}`)).status).toBe(204);
  const problem = await refused(newTask({ assigneeId: agentId }));
  expect(problem).toMatchObject({ status: 409, code: "agent.deleted", errors: [{ field: "assigneeId" }] });
  expect(problemIn(await fixture.owner.get(`/agents/${agentId}`))).toMatchObject({
    status: 404,
    code: "agent.not-found",
  });
});

test("an illegal move, with the moves that are allowed", async () => {
  const task = await fixture.given.task({ status: "completed" });
  const answer = await fixture.owner.post(`/tasks/${task.id}/moves`, { move: "fail" });
  expect(problemIn(answer)).toMatchObject({
    status: 409,
    code: "task.illegal-move",
    details: { status: "completed", move: "fail", allowedMoves: ["reopen", "archive"] },
  });
  const unknown = await fixture.owner.post(`/tasks/${task.id}/moves`, { move: "explode" });
  expect(problemIn(unknown)).toMatchObject({ status: 400, errors: [{ field: "move" }] });
});

test("a stale version, with the present one; and none at all", async () => {
  const task = await createTask(fixture.deps, fixture.given.owner, newTask() as Parameters<typeof createTask>[2]);
  const seen = { "if-match": `"${task.version}"` };
  const edited = await fixture.owner.send("PATCH", `/tasks/${task.id}`, { body: { title: "One" }, headers: seen });
  expect(edited).toMatchObject({ status: 200, body: { version: task.version + 1 } });
  expect(edited.headers.get("etag")).toBe(`"${task.version + 1}"`);
  const late = await fixture.owner.send("PATCH", `/tasks/${task.id}`, { body: { title: "Two" }, headers: seen });
  const current = { details: { currentVersion: task.version + 1 } };
  expect(problemIn(late)).toMatchObject({ status: 412, code: "task.stale", ...current });
  const moved = await fixture.owner.send("POST", `/tasks/${task.id}/moves`, {
    body: { move: "cancel" },
    headers: seen,
  });
  expect(problemIn(moved)).toMatchObject({ status: 412, code: "task.stale", ...current });
  const blind = await fixture.owner.send("PATCH", `/tasks/${task.id}`, { body: { title: "Three" } });
  expect(problemIn(blind)).toMatchObject({ status: 428, code: "request.precondition-required" });
  expect((await fixture.owner.get(`/tasks/${task.id}`)).body).toMatchObject({ title: "One" });
});

test("an address that does not exist, or cannot be read, or is spelt with another method", async () => {
  const { owner } = fixture;
  expect(problemIn(await owner.get("/nothing"))).toMatchObject({ status: 404, code: "request.no-such-route" });
  const wrong = await owner.send("DELETE", "/tasks");
  expect(problemIn(wrong)).toMatchObject({ status: 405, code: "request.method-not-allowed" });
  expect(wrong.headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await owner.send("PUT", "/tasks/tsk_1")).headers.get("allow")).toBe("GET, HEAD, PATCH");
  const page = await fetch(`${fixture.api.url}/health/live`, { method: "POST" });
  expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  await page.text();
  const outside = await answerOf(await fetch(`${fixture.api.url}/api/nothing`));
  expect(problemIn(outside)).toMatchObject({ status: 404 });
  const malformed = await answerOf(await fetch(`${fixture.api.url}/%zz`));
  expect(problemIn(malformed)).toMatchObject({ status: 400, code: "request.malformed" });
  for (const length of [1, 80, 500]) {
    expect(problemIn(await owner.get(`/tasks/${"x".repeat(length)}`)).status).toBe(404);
  }
});

test("an unknown and a wrong parameter of a list", async () => {
  const answer = await fixture.owner.get("/tasks?stauts=review&limit=0");
  expect(problemIn(answer)).toMatchObject({ status: 400 });
  expect(
    problemIn(answer)
      .errors?.map(({ field }) => field)
      .toSorted(),
  ).toEqual(["query.limit", "query.stauts"]);
});

test("bytes that are no HTTP request", async () => {
  const { hostname, port } = new URL(fixture.api.url);
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end("HELLO\r\n\r\n"));
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("close", () => resolve(text)).on("error", reject);
  });
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply).toContain("content-type: application/problem+json");
});

test.each([
  [{ schedule: { cron: "61 * * * *", timeZone: "UTC" } }, "schedule.bad-cron"],
  [{ schedule: { cron: "0 0 30 2 *", timeZone: "UTC" } }, "schedule.bad-cron"],
  [{ schedule: { cron: "* * * * * *", timeZone: "UTC" } }, "schedule.bad-cron"],
  [{ schedule: { every: "999999999d" } }, "request.invalid"],
  [{ timeoutMs: 10_000_000_000 }, "request.invalid"],
])("a time that never comes: %j", async (more, code) => {
  expect(await refused(newTask(more))).toMatchObject({ status: 400, code });
});

test("a host that is somebody else's name", async () => {
  const { hostname, port } = new URL(fixture.api.url);
  const ask = (host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      let text = "";
      socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      socket.on("close", () => resolve(text)).on("error", reject);
    });
  expect(await ask("evil.example:4600")).toMatch(/^HTTP\/1\.1 421 [^]*"code":"request.foreign-host"/);
  expect(await ask("localhost:4600")).toMatch(/^HTTP\/1\.1 200 /);
});

test("every answer keeps browsers from guessing, framing and storing it", async () => {
  const answers = [await fixture.owner.get("/tasks"), await fixture.owner.get("/nothing")];
  for (const { headers } of answers) {
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
  }
});

test("an id in the filter of a list that is none finds nothing, whatever it looks like", async () => {
  const document = (await (await fetch(`${fixture.api.url}/api/openapi.json`)).json()) as OpenApi;
  const filters = idPlaces(document).places.filter(({ at }) => at === "query");
  expect(filters.length).toBeGreaterThan(10);
  for (const { operation, pointer } of filters) {
    const path = ENDPOINTS.find(({ id }) => id === operation)?.path ?? "";
    for (const id of ["tsk_1", "x".repeat(100), "x".repeat(2_000), "'", "%"]) {
      const { status, body } = await fixture.owner.get(path, { query: { [pointer]: id } });
      const found = status === 200 ? (body as { readonly data?: unknown }).data : [];
      const where = `${operation} ${pointer} ${id.length}`;
      expect({ where, isClear: [200, 400, 404].includes(status), found }).toEqual({ where, isClear: true, found: [] });
    }
  }
});

test("a cursor that no page of this list gave", async () => {
  const { owner } = fixture;
  for (let count = 0; count < 2; count += 1) await owner.post("/tasks", newTask());
  const first = dataIn(taskEndpoints.list, await owner.get("/tasks?limit=1"));
  const next = await owner.get(`/tasks?limit=1&cursor=${first.nextCursor}`);
  expect(dataIn(taskEndpoints.list, next).data).toHaveLength(1);
  for (const path of [
    "/tasks?cursor=garbage",
    `/tasks?cursor=${first.data[0]?.id}`,
    `/projects?cursor=${first.nextCursor}`,
    "/runs?cursor=%20",
  ]) {
    expect(problemIn(await owner.get(path))).toMatchObject({
      status: 400,
      code: "request.bad-cursor",
      errors: [{ field: "query.cursor" }],
    });
  }
});

test("a limit that is no number is told in words", async () => {
  const abc = problemIn(await fixture.owner.get("/tasks?limit=abc"));
  expect(abc).toMatchObject({ status: 400, errors: [{ field: "query.limit", message: "must be a number" }] });
  const half = problemIn(await fixture.owner.get("/projects?limit=1.5"));
  expect(half.errors).toEqual([{ field: "query.limit", message: "must be a whole number" }]);
  expect(`${abc.detail} ${half.detail}`).not.toMatch(/NaN|\.\./);
});

test("one thing that a client has already is not sent again, until something of it changes", async () => {
  const { owner } = fixture;
  const task = dataIn(taskEndpoints.create, await owner.post("/tasks", newTask()));
  const read = (etag: string) => owner.get(`/tasks/${task.id}`, { headers: { "if-none-match": etag } });
  const tag = (await owner.get(`/tasks/${task.id}`)).headers.get("etag") ?? "";
  expect(tag).toMatch(new RegExp(`^"${task.version}-[\\w-]{16}"$`));
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const same = await read(known);
    expect([same.status, same.body, same.headers.get("etag")]).toEqual([304, "", tag]);
  }
  expect((await read('"other"')).status).toBe(200);
  // A line of the checklist leaves the version of the task alone, and is shown with it.
  await owner.post(`/tasks/${task.id}/subtasks`, { title: "one" });
  expect((await read(tag)).status).toBe(200);
  const edited = await owner.send("PATCH", `/tasks/${task.id}`, {
    body: { title: "New" },
    headers: { "if-match": tag },
  });
  expect(edited.status).toBe(200);
  const projects = await owner.get("/projects");
  expect(projects.headers.get("etag")).toBeNull();
});

test.each(["content-length", "chunked"])(
  "a body that is far too large, sent slowly: the answer arrives (%s)",
  async (how) => {
    const { hostname, port } = new URL(fixture.api.url);
    const bytes = 6_000_000;
    const answer = await new Promise<{ text: string; error?: Error }>((resolve) => {
      let text = "";
      const socket = connect(Number(port), hostname, () => void send(socket, how, bytes));
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (text.includes("request.too-large")) socket.end();
      });
      socket.on("error", (error) => resolve({ text, error })).on("close", () => resolve({ text }));
    });
    expect(answer.error).toBeUndefined();
    expect(answer.text).toMatch(/^HTTP\/1\.1 413 [^]*"code":"request.too-large"/);
  },
);

/** Sends a body in small pieces, each when the one before is on its way, as a client does that does not listen meanwhile. */
async function send(socket: Socket, how: string, bytes: number): Promise<void> {
  const piece = "x".repeat(50_000);
  const length = how === "chunked" ? "transfer-encoding: chunked" : `content-length: ${bytes}`;
  socket.write(
    `POST /api/v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${fixture.owner.key}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
  );
  for (let sent = 0; sent < bytes && socket.writable; sent += piece.length) {
    const frame = how === "chunked" ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
    await new Promise<void>((resolve) => socket.write(frame, () => resolve()));
  }
  if (how === "chunked" && socket.writable) socket.write("0\r\n\r\n");
}

test("a task that would wait for itself, a name that shows nothing, and a tool that is none", async () => {
  const { owner } = fixture;
  const task = dataIn(taskEndpoints.create, await owner.post("/tasks", newTask()));
  const itself = await owner.send("PUT", `/tasks/${task.id}/dependencies`, {
    body: { blockerIds: [task.id] },
    headers: { "if-match": `"${task.version}"` },
  });
  expect(problemIn(itself)).toMatchObject({ status: 409, code: "task.circle", details: { circle: [task.key] } });
  expect(problemIn(itself).detail).toBe(
    `${task.key} cannot wait for itself: it would never start. Leave it out of its own blockers.`,
  );
  for (const title of ["\u200b\u200d", "\u3164", " \u2060 "]) {
    expect(await refused(newTask({ title }))).toMatchObject({ status: 400, errors: [{ field: "title" }] });
  }
  const project = { key: "ZERO", name: "\u200b" };
  expect(problemIn(await owner.post("/projects", project))).toMatchObject({ errors: [{ field: "name" }] });
  const standing = await owner.post(`/projects/${fixture.given.projectId}/standing-approvals`, {
    actions: [{ tool: "shell_exec", action: "ls" }],
  });
  expect(problemIn(standing)).toMatchObject({ status: 400, code: "approval.unknown-tool" });
});

test("no message ends in two full stops", async () => {
  const { owner } = fixture;
  const details = [
    problemIn(await owner.post("/projects", { key: "lower case", name: "x" })).detail,
    problemIn(await owner.post("/tasks", "{")).detail,
    problemIn(await owner.post("/webhooks", { url: "ftp://example.com", eventTypes: ["x"] })).detail,
  ];
  for (const detail of details) expect(detail).not.toMatch(/\.\./);
});
