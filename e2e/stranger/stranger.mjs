// Another system, written by somebody who has the OpenAPI document and a key, and nothing else of Cadre.
// It orders a file, waits until it is told that the work is accepted, and fetches the file. What it must not forget when it is
// killed lies in its folder; it may be killed and started again at any moment.
import { createHmac, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const { API_URL, API_KEY, FOLDER, HOOK_PORT, ORDER } = process.env;
const order = JSON.parse(ORDER);
const hookUrl = `http://127.0.0.1:${HOOK_PORT}/cadre`;

const memory = (name) => join(FOLDER, name);
const recall = (name) => (existsSync(memory(name)) ? readFileSync(memory(name), "utf8") : undefined);
function remember(name, content) {
  writeFileSync(`${memory(name)}.draft`, content);
  renameSync(`${memory(name)}.draft`, memory(name));
}

const document = await (await fetch(`${API_URL}/api/openapi.json`)).json();

/** Finds an operation in the document by its id. */
function operation(id) {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, one] of Object.entries(methods)) if (one.operationId === id) return { path, method, ...one };
  }
  throw new Error(`The document has no operation ${id}.`);
}

async function call(id, { params = {}, query = {}, body, key } = {}) {
  const { path, method, responses } = operation(id);
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name])),
    API_URL,
  );
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const response = await fetch(address, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!(response.status in responses)) throw new Error(`${id} answered ${response.status}, which is not documented.`);
  if (!response.ok) throw new Error(`${id}: ${await response.text()}`);
  return "application/json" in (responses[response.status].content ?? {}) ? response.json() : response.text();
}

/** The address is told of accepted tasks; its secret is asked for anew when it was lost on the way. */
async function listen() {
  const known = recall("secret");
  if (known !== undefined) return known;
  const { data } = await call("webhooks.list", { query: { limit: 200 } });
  const mine = data.find(({ url }) => url === hookUrl);
  const made =
    mine === undefined
      ? await call("webhooks.create", { body: { url: hookUrl, eventTypes: ["task.accepted"] }, key: "my-hook" })
      : await call("webhooks.rotate-secret", { params: { webhookId: mine.id }, body: {} });
  if (made.secret === null) return listen();
  remember("secret", made.secret);
  return made.secret;
}

function isSigned({ headers, body }, secret) {
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const right = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(text)
    .digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .some((one) => {
      const given = Buffer.from(one.replace("v1,", ""), "base64");
      return given.length === right.length && timingSafeEqual(given, right);
    });
}

/** Resolves with the id of the task that was accepted, once the message is on disk. */
function toldOf(taskId, secret) {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        if (!isSigned({ headers: request.headers, body }, secret)) return response.writeHead(400).end();
        const { type, data } = JSON.parse(body);
        if (type === "task.accepted" && data.entity.id === taskId) remember("told", data.id);
        response.writeHead(204).end(() => {
          if (recall("told") === undefined) return;
          server.close();
          server.closeAllConnections();
          resolve();
        });
      });
    });
    server.listen(Number(HOOK_PORT), "127.0.0.1");
  });
}

const secret = await listen();
const task = await call("tasks.create", { body: order, key: `order:${order.title}` });
if (recall("told") === undefined) await toldOf(task.id, secret);
const { data } = await call("deliverables.list-of-task", { params: { taskId: task.id } });
remember("result", await call("deliverables.download", { params: { deliverableId: data[0].id } }));
