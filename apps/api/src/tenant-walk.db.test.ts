import { type Endpoint, ENDPOINTS } from "@cadre/contracts";
import { fact } from "@cadre/testkit";
import { RequestMethod, type Type } from "@nestjs/common";
import { METHOD_METADATA, PATH_METADATA } from "@nestjs/common/constants.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ApiFixture, apiFixture, type Client, problemIn } from "./api.fixture.ts";
import { type Call, CALLS, pathOf } from "./calls.fixture.ts";
import { CONTROLLERS } from "./controllers.ts";
import { idPlaces, type IdPlace, type OpenApi, operationsOf } from "./id-places.fixture.ts";
import { furnish, type World } from "./world.fixture.ts";

let fixture: ApiFixture;
let victim: World;
let own: World;
let stranger: Client;
let strangerSignedIn: Client;

beforeAll(async () => {
  fixture = await apiFixture();
  const other = await fixture.stranger();
  victim = await furnish(fixture.deps, fixture.given);
  own = await furnish(fixture.deps, other.given);
  stranger = other.owner;
  strangerSignedIn = await fixture.signedIn(other.given.owner);
});
afterAll(() => fixture.close());

/** A good call of the stranger with one id of others in it. */
type Exchanged = {
  readonly endpoint: Endpoint;
  readonly call: Call;
  readonly at: IdPlace["at"];
  /** The id, and one of the same form that nobody has. */
  readonly id: string;
};

/** Every id of the victim that could be meant at a place: those of its kind, or one of each kind. */
function idsFor({ prefix }: IdPlace): string[] {
  // A token is no id: whoever holds it was given it.
  const ids = Object.entries(victim).flatMap(([name, id]) => (/(?:Token|Email)$/.test(name) ? [] : [id]));
  if (prefix !== undefined) return ids.filter((id) => id.startsWith(`${prefix}_`));
  return [...new Map(ids.map((id) => [id.split("_")[0], id])).values()];
}

/** An id of the same form that nobody has. */
function nobodys(id: string): string {
  return id.replace(/.{6}$/, "zzzzzz");
}

/** Bodies that name another thing than their good call does, where only one may be named. */
const OTHER_BODIES: Readonly<Record<string, (world: World) => unknown>> = {
  "announcements.create audience.agentId": (w) => ({ text: "Hm.", audience: { kind: "agent", agentId: w.workerId } }),
  "announcements.update audience.teamId": (w) => ({ audience: { kind: "team", teamId: w.teamId } }),
  "feedback.give agentId": (w) => ({ agentId: w.workerId, text: "Hm." }),
  "feedback.give taskId": (w) => ({ taskId: w.taskId, text: "Hm." }),
};

/** The stranger's good body for a place. */
function bodyFor({ operation, pointer }: Pick<IdPlace, "operation" | "pointer">): unknown {
  return OTHER_BODIES[`${operation} ${pointer}`]?.(own) ?? CALLS[operation]?.(own).body;
}

/** The stranger's own good call with the id at the place. */
function exchange({ operation, at, pointer }: IdPlace, id: string): Exchanged {
  const endpoint = ENDPOINTS.find((known) => known.id === operation);
  const call = CALLS[operation]?.(own);
  if (endpoint === undefined || call === undefined) throw new Error(`The walk does not know ${operation}.`);
  const way = pointer.split(".");
  const put = (part: unknown): unknown => withAt(part, way, id);
  const changed =
    at === "path"
      ? { ...call, params: put(call.params) }
      : at === "query"
        ? { ...call, query: put(call.query) }
        : { ...call, body: put(bodyFor({ operation, pointer })) };
  return { endpoint, at, id, call: changed as Call };
}

/** A copy of what was given with a value at the end of the way. */
function withAt(part: unknown, [step, ...rest]: readonly string[], value: string): unknown {
  if (step === undefined) return value;
  if (step === "[]") {
    const [first, ...others] = Array.isArray(part) ? (part as unknown[]) : [];
    return [withAt(first, rest, value), ...others];
  }
  const object: Readonly<Record<string, unknown>> = typeof part === "object" && part !== null ? { ...part } : {};
  return { ...object, [step]: withAt(object[step], rest, value) };
}

async function send({ endpoint, call }: Pick<Exchanged, "endpoint" | "call">): Promise<Answer> {
  const client = endpoint.needsSignIn === true ? strangerSignedIn : stranger;
  return client.send(endpoint.method, pathOf(endpoint, call), {
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: call.versionAt === undefined ? {} : { "if-match": await versionAt(call.versionAt) },
  });
}

async function versionAt(path: string): Promise<string> {
  return (await stranger.get(path)).headers.get("etag") ?? '"1"';
}

/** What the answer says, with the id that was asked for taken out. */
function told(answer: Answer, id: string): string {
  const body = answer.status < 400 ? answer.body : { ...problemIn(answer), instance: undefined };
  return JSON.stringify({ status: answer.status, body }).replaceAll(id, "<id>");
}

async function readDocument(): Promise<OpenApi> {
  const answer = await fetch(`${fixture.api.url}/api/openapi.json`);
  return (await answer.json()) as OpenApi;
}

async function traces(): Promise<unknown> {
  const { organizationId } = fixture.given;
  return fixture.deps.database.query(
    `select (select count(*)::int from outbox where organization_id = $1) as events,
       (select count(*)::int from notifications where organization_id = $1) as notices,
       (select count(*)::int from task_comments where organization_id = $1) as comments`,
    [organizationId],
  );
}

test("the walk knows every route: what the server answers to is in the document, and each operation has a good call", async () => {
  const documented = new Set(
    Object.entries((await readDocument()).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    ),
  );
  const outside = ["/health/live", "/health/ready", "/metrics", "/api/openapi.json"].map((path) => `GET ${path}`);
  expect(CONTROLLERS.flatMap(routesOf).filter((route) => !documented.has(route))).toEqual(outside);
  expect(operationsOf(await readDocument()).flatMap(({ operationId: id }) => (id in CALLS ? [] : [id]))).toEqual([]);
});

/** Every route that a controller answers to, whatever bound it. */
function routesOf(controller: Type): string[] {
  const methods: unknown[] = Object.getOwnPropertyNames(controller.prototype)
    .filter((name) => name !== "constructor")
    .map((name) => (controller.prototype as Readonly<Record<string, unknown>>)[name]);
  return methods.flatMap((method) => {
    const path: unknown = typeof method === "function" ? Reflect.getMetadata(PATH_METADATA, method) : undefined;
    if (typeof path !== "string" || typeof method !== "function") return [];
    const verb = RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, method))];
    return [`${verb} ${/^\/(?:health|metrics|api)(?:\/|$)/.test(path) ? path : `/api/v1${path}`}`];
  });
}

fact(
  ["I18", "PEER-T17"],
  "every id that the document lets stand in a path, a query or a body: one of another organization is not found, and said no other way than an id nobody has",
  async () => {
    const before = await traces();
    const { places, unknown } = idPlaces(await readDocument());
    // A field of a new kind: an id has a name that ends in Id or a description by idParam; another word goes into the list of plain fields.
    expect(unknown).toEqual([]);
    const walked = { path: 0, query: 0, body: 0 };
    for (const place of places) {
      const where = `${place.operation}: ${place.pointer} in the ${place.at}`;
      const ids = idsFor(place);
      expect({ where, kinds: ids.length > 0 }).toEqual({ where, kinds: true });
      for (const id of ids) {
        const answer = await send(exchange(place, id));
        const same = await send(exchange(place, nobodys(id)));
        expect({ where, id, said: told(answer, id) }).toEqual({ where, id, said: told(same, nobodys(id)) });
        expect({ where, id, status: answer.status }).toEqual({ where, id, status: place.at === "query" ? 200 : 404 });
        walked[place.at] += 1;
      }
    }
    expect(walked.path).toBeGreaterThan(90);
    expect(walked.query).toBeGreaterThan(10);
    expect(walked.body).toBeGreaterThan(20);
    expect(await traces()).toEqual(before);
  },
  600_000,
);

test("each id in a body stands in a good call, so that nothing but the id is wrong in the walk", async () => {
  const { places } = idPlaces(await readDocument());
  const missing = places
    .filter(({ at }) => at === "body")
    .filter(({ operation, pointer }) => !holdsAt(bodyFor({ operation, pointer }), pointer.split(".")));
  expect(missing).toEqual([]);
});

function holdsAt(part: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return typeof part === "string";
  if (typeof part !== "object" || part === null) return false;
  return holdsAt(step === "[]" ? (part as unknown[])[0] : (part as Readonly<Record<string, unknown>>)[step], rest);
}

test("no list of a stranger shows anything of the others, whatever it is filtered by", async () => {
  const ids = Object.values(victim);
  for (const endpoint of ENDPOINTS.filter(({ method, produces }) => method === "GET" && produces === undefined)) {
    const call = CALLS[endpoint.id]?.(own) ?? {};
    const filters = JSON.parse(JSON.stringify(CALLS[endpoint.id]?.(victim).query ?? {})) as Call["query"];
    for (const query of [call.query, filters]) {
      const answer = await send({ endpoint, call: { ...call, ...(query === undefined ? {} : { query }) } });
      const leaked = ids.filter((id) => JSON.stringify(answer.body).includes(id));
      expect({ id: endpoint.id, status: answer.status, leaked }).toEqual({ id: endpoint.id, status: 200, leaked: [] });
    }
  }
});

fact(
  ["I18", "PEER-T17"],
  "no route works in an organization of others, although the request names it, whoever signs in and with which key",
  async () => {
    const before = await traces();
    const named = { "cadre-organization": fixture.given.organizationId };
    for (const endpoint of ENDPOINTS.filter(({ access }) => access !== "public")) {
      const call = CALLS[endpoint.id]?.(victim) ?? {};
      for (const client of [strangerSignedIn, stranger]) {
        const answer = await client.send(endpoint.method, pathOf(endpoint, call), {
          ...(call.query === undefined ? {} : { query: call.query }),
          ...(call.body === undefined ? {} : { body: call.body }),
          headers: named,
        });
        expect({ id: endpoint.id, status: answer.status }).toEqual({ id: endpoint.id, status: 404 });
        expect(problemIn(answer).code).toBe("organization.not-found");
      }
    }
    expect(await traces()).toEqual(before);
  },
);
