import type { LookupAddress, LookupOptions } from "node:dns";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WEBHOOK_LIMITS } from "@cadre/shared";
import { afterEach, expect, test } from "vitest";
import { type PostOptions, postWebhook } from "./post-webhook.ts";

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

type Seen = { readonly request: IncomingMessage; readonly body: string };

/** A real receiver; remembers what came. */
async function receiver(answer: RequestListener): Promise<{ readonly port: number; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      seen.push({ request, body });
      answer(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, seen };
}

function post(url: string, options: Partial<PostOptions> = {}) {
  return postWebhook(
    {
      deliveryId: "wdl_1",
      organizationId: "org_1",
      webhookId: "whk_1",
      number: 1,
      url,
      headers: { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,x" },
      body: '{"type":"task.accepted","data":"Grüße"}',
      trouble: undefined,
    },
    { privateHosts: ["127.0.0.1"], signal: new AbortController().signal, ...options },
  );
}

/** A resolver under the control of an attacker: each look-up gets the next answer. */
function rebinding(...answers: string[]): { readonly lookup: PostOptions["lookup"]; readonly asked: string[] } {
  const asked: string[] = [];
  const lookup = (host: string, _: LookupOptions, done: (error: null, addresses: LookupAddress[]) => void): void => {
    asked.push(host);
    done(null, [{ address: answers[Math.min(asked.length, answers.length) - 1] ?? "", family: 4 }]);
  };
  return { lookup: lookup as unknown as PostOptions["lookup"], asked };
}

test("one POST with the headers and bytes of the try; the answer comes back", async () => {
  const { port, seen } = await receiver((_, response) => response.writeHead(202).end("queued"));
  const outcome = await post(`http://127.0.0.1:${port}/hook?a=1`);
  expect(outcome).toMatchObject({ responseStatus: 202, responseText: "queued", error: undefined });
  expect(outcome.durationMs).toBeGreaterThan(0);
  const [one] = seen;
  expect(one?.body).toBe('{"type":"task.accepted","data":"Grüße"}');
  expect(one?.request.method).toBe("POST");
  expect(one?.request.url).toBe("/hook?a=1");
  expect(one?.request.headers).toMatchObject({
    "webhook-id": "evt_1",
    "webhook-signature": "v1,x",
    "content-type": "application/json",
    "user-agent": "Cadre-Webhooks/1",
  });
});

test("a redirect is an answer, not a way", async () => {
  const inner = await receiver((_, response) => response.end("secret"));
  const { port } = await receiver((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end(),
  );
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ responseStatus: 307 });
  expect(inner.seen).toEqual([]);
});

test("a private address is not called, in digits or behind a name", async () => {
  const { port, seen } = await receiver((_, response) => response.end());
  for (const url of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`]) {
    const outcome = await post(url, { privateHosts: [] });
    expect(outcome).toMatchObject({ responseStatus: undefined, error: expect.stringContaining("not on the public") });
  }
  expect(await post(`http://[::1]:${port}/`, { privateHosts: ["127.0.0.1"] })).toMatchObject({
    error: expect.stringContaining("not on the public"),
  });
  expect(seen).toEqual([]);
});

test("a name is looked up once, and the address that was judged is the one that is called", async () => {
  const { port, seen } = await receiver((_, response) => response.end());
  const { lookup, asked } = rebinding("127.0.0.1", "93.184.215.14");
  expect(await post(`http://rebind.example:${port}/`, { privateHosts: [], lookup })).toMatchObject({
    error: expect.stringContaining("rebind.example leads to 127.0.0.1"),
  });
  expect(asked).toEqual(["rebind.example"]);
  const turned = rebinding("192.0.2.1", "127.0.0.1");
  await post(`http://rebind.example:${port}/`, { privateHosts: [], lookup: turned.lookup });
  expect(turned.asked).toHaveLength(1);
  expect(seen).toEqual([]);
});

test("a receiver that keeps silent, or never ends its answer, is left in time", async () => {
  const silent = await receiver(() => undefined);
  const drips = await receiver((_, response) => response.writeHead(200).write("a"));
  for (const { port } of [silent, drips]) {
    const outcome = await post(`http://127.0.0.1:${port}/`, { limitMs: 80 });
    expect(outcome).toMatchObject({ responseStatus: undefined, error: "No complete answer within 0.08 s." });
  }
});

test("of an endless answer only the beginning is read", async () => {
  const { port } = await receiver((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  });
  const outcome = await post(`http://127.0.0.1:${port}/`);
  expect(outcome.responseText).toHaveLength(WEBHOOK_LIMITS.responseCharsKept);
});

test("Retry-After is told in milliseconds, as seconds or as an instant", async () => {
  const headers = ["120", "Wed, 21 Oct 2026 07:30:00 GMT", "soon"];
  const { port } = await receiver((_, response) =>
    response.writeHead(503, { "retry-after": headers.shift() ?? "", date: "Wed, 21 Oct 2026 07:28:00 GMT" }).end(),
  );
  for (const retryAfterMs of [120_000, 120_000, undefined]) {
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ responseStatus: 503, retryAfterMs });
  }
});

test("nobody there, and a stop, are told as such", async () => {
  const { port } = await receiver((_, response) => response.end());
  servers[0]?.close();
  expect((await post(`http://127.0.0.1:${port}/`)).error).toContain("ECONNREFUSED");
  const silent = await receiver(() => undefined);
  const stop = new AbortController();
  const pending = post(`http://127.0.0.1:${silent.port}/`, { signal: stop.signal });
  stop.abort();
  expect((await pending).responseStatus).toBeUndefined();
});
