import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createClient } from "./create-client.ts";
import { ProblemError } from "./problem-error.ts";

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

async function api(answer: RequestListener) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader("content-type", "application/json").end(JSON.stringify(value));

test("an operation is a request: path, query, body, version, key, and a key for repeats", async () => {
  const { seen, url } = await api(json({ ok: true }));
  const client = createClient({ url, key: "cad_1" });
  await client.call(
    "tasks.move",
    { params: { taskId: "tsk/1" }, body: { move: "cancel" }, ifMatch: 3 },
    { idempotencyKey: "mine" },
  );
  await client.call("tasks.list", { query: { status: ["review", "blocked"], search: "a b", limit: 2 } });
  await client.call("tasks.comment", { params: { taskId: "t" }, body: { text: "x" } });
  expect(seen[0]).toMatchObject({
    method: "POST",
    url: "/api/v1/tasks/tsk%2F1/moves",
    body: '{"move":"cancel"}',
    headers: {
      authorization: "Bearer cad_1",
      "if-match": '"3"',
      "idempotency-key": "mine",
      "content-type": "application/json",
    },
  });
  expect(seen[1]?.url).toBe("/api/v1/tasks?status=review&status=blocked&search=a+b&limit=2");
  expect(seen[1]?.headers["idempotency-key"]).toBeUndefined();
  expect(seen[2]?.headers["idempotency-key"]).toMatch(/^[\w-]{36}$/);
});

test("a problem is an error with its code; what is no problem document is told too", async () => {
  const problem = {
    type: "about:blank",
    title: "Not found",
    status: 404,
    code: "task.not-found",
    detail: "There is no task.",
  };
  const answers: RequestListener[] = [
    (_, response) =>
      void response.writeHead(404, { "content-type": "application/problem+json" }).end(JSON.stringify(problem)),
    (_, response) => void response.writeHead(502).end("<h1>Bad gateway</h1>"),
  ];
  const { url } = await api((request, response) => answers.shift()?.(request, response));
  const client = createClient({ url, retries: 0 });
  const error = await client.call("tasks.get", { params: { taskId: "t" } }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: "task.not-found", status: 404, message: "There is no task.", problem });
  await expect(client.call("me.get", {})).rejects.toMatchObject({ code: "client.no-problem-document", status: 502 });
});

test("a broken connection and 503 are tried again with the same key; what could happen twice is not", async () => {
  let requests = 0;
  const { seen, url } = await api((request, response) => {
    requests += 1;
    if (requests === 1) return void request.socket.destroy();
    if (requests === 2) return void response.writeHead(503, { "retry-after": "0" }).end("{}");
    return void response.end("{}");
  });
  const client = createClient({ url });
  await client.call("tasks.comment", { params: { taskId: "t" }, body: { text: "x" } });
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  requests = 0;
  await expect(client.call("webhooks.delete", { params: { webhookId: "w" } })).rejects.toThrow(TypeError);
  expect(requests).toBe(1);
});

test("a list is read page by page, only as far as somebody asks", async () => {
  const { seen, url } = await api((request, response) => {
    const cursor = new URL(request.url ?? "", "http://x").searchParams.get("cursor");
    const from = Number(cursor ?? 0);
    json({ data: [{ id: from }, { id: from + 1 }], nextCursor: from >= 4 ? null : String(from + 2) })(
      request,
      response,
    );
  });
  const client = createClient({ url });
  const ids: unknown[] = [];
  for await (const { id } of client.items("projects.list", { query: { limit: 2 } })) ids.push(id);
  expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
  for await (const { id } of client.items("projects.list", {})) {
    if (String(id) === "1") break;
  }
  expect(seen).toHaveLength(4);
});

test("events go on after the last one that was seen, whatever way their bytes are cut", async () => {
  const event = (nth: number) => ({ id: `evt_${nth}`, v: 1, type: "task.accepted", payload: { text: "Grüße\n" } });
  const frame = (nth: number) => `id: ${nth}\nevent: task.accepted\ndata: ${JSON.stringify(event(nth))}\n\n`;
  let connections = 0;
  const { seen, url } = await api((_, response) => {
    connections += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (connections === 1) {
      const bytes = Buffer.from(`id: 6\nevent: hello\ndata: {"position":6}\n\n: ping\n\n${frame(7)}${frame(8)}`);
      for (let at = 0; at < bytes.length; at += 3) response.write(bytes.subarray(at, at + 3));
      return void response.end("id: 9\nevent: task.acc");
    }
    return void response.end(`${frame(9)}id: 12\nevent: reset\ndata: {"reason":"too old"}\n\n`);
  });
  const seenItems: unknown[] = [];
  for await (const item of createClient({ url }).events({ topics: ["task"] })) {
    seenItems.push(item);
    if (item.kind === "reset") break;
  }
  expect(seenItems).toEqual([
    ...[7, 8, 9].map((nth) => ({ kind: "event", position: String(nth), event: event(nth) })),
    { kind: "reset", position: "12", reason: "too old" },
  ]);
  expect(seen.map(({ url: at, headers }) => [at, headers["last-event-id"]])).toEqual([
    ["/api/v1/events?topics=task", undefined],
    ["/api/v1/events?topics=task", "8"],
  ]);
});

test("a stream that is refused is not asked for again, and an aborted one ends", async () => {
  const { seen, url } = await api((_, response) => void response.writeHead(401).end("{}"));
  const refused = createClient({ url }).events();
  await expect(refused.next()).rejects.toMatchObject({ status: 401 });
  expect(seen).toHaveLength(1);
  const silent = await api((_, response) => response.writeHead(200).flushHeaders());
  const stop = new AbortController();
  const pending = createClient({ url: silent.url }).events({ signal: stop.signal }).next();
  stop.abort();
  expect(await pending).toMatchObject({ done: true });
});
