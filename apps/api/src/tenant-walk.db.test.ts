import { type Endpoint, ENDPOINTS } from "@cadre/contracts";
import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ApiFixture, apiFixture, type Client, problemIn } from "./api.fixture.ts";
import { type Call, CALLS, pathOf } from "./calls.fixture.ts";
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

/** A good call of the stranger in which one id was exchanged. */
type Exchanged = {
  readonly endpoint: Endpoint;
  readonly call: Call;
  readonly name: string;
  readonly at: "path" | "body";
};

/** Every way to put one id of the given world into a good call. */
function exchanges(endpoint: Endpoint, world: World): Exchanged[] {
  const call = CALLS[endpoint.id]?.(own) ?? {};
  // A token is no id: whoever holds it was given it.
  const ids = Object.entries(own).filter(([name]) => !/(?:Token|Email)$/.test(name));
  const named = ids.flatMap(([name, id]) => {
    const put = (part: unknown): unknown => JSON.parse(JSON.stringify(part ?? {}).replaceAll(id, world[name] ?? ""));
    const holds = (part: unknown): boolean => JSON.stringify(part ?? {}).includes(id);
    return [
      ...(holds(call.params)
        ? [{ name, at: "path" as const, call: { ...call, params: put(call.params) as Call["params"] } }]
        : []),
      ...(holds(call.body) ? [{ name, at: "body" as const, call: { ...call, body: put(call.body) } }] : []),
    ];
  });
  return named.map(({ name, at, call: changed }) => ({ endpoint, name, at, call: changed as Call }));
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

/** Ids of the same form that nobody has. */
function nobody(world: World): World {
  return Object.fromEntries(Object.entries(world).map(([name, id]) => [name, id.replace(/.{6}$/, "zzzzzz")]));
}

/** What the answer says, with the id that was asked for taken out. */
function told(answer: Answer, id: string): string {
  const problem = { ...problemIn(answer), instance: undefined };
  return JSON.stringify(problem).replaceAll(id, "<id>");
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

fact(
  ["I18", "PEER-T17"],
  "with a key of another organization every id in a path or a body is not found, and said no other way than an id nobody has",
  async () => {
    const before = await traces();
    const walked = new Map<string, number>();
    for (const endpoint of ENDPOINTS) {
      const unknown = exchanges(endpoint, nobody(victim));
      for (const [index, exchanged] of exchanges(endpoint, victim).entries()) {
        const { name, at } = exchanged;
        const answer = await send(exchanged);
        const where = `${endpoint.id}: ${name} in the ${at}`;
        expect({ where, ...answer }).toMatchObject({ where, status: 404 });
        const same = await send(unknown[index] ?? exchanged);
        const saidOfNobody = told(same, nobody(victim)[name] ?? "");
        expect({ where, said: told(answer, victim[name] ?? "") }).toEqual({ where, said: saidOfNobody });
        walked.set(endpoint.id, (walked.get(endpoint.id) ?? 0) + 1);
      }
    }
    const withIds = ENDPOINTS.filter(({ path }) => path.includes(":")).map(({ id }) => id);
    expect([...walked.keys()]).toEqual(expect.arrayContaining(withIds));
    expect(walked.get("tasks.create")).toBe(5);
    expect(await traces()).toEqual(before);
  },
  60_000,
);

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
  60_000,
);
