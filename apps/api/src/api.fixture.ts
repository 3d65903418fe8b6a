import type { Endpoint, Problem } from "@cadre/contracts";
import { createApiKey, openSignIn } from "@cadre/engine";
import { readEnv } from "@cadre/server-kit";
import { type EngineFixture, engineFixture, type Given, giveOrganization, type PersonActor } from "@cadre/testkit";
import { ApiEnv } from "./env.ts";
import { type RunningApi, startApi } from "./start-api.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text when it is none. */
  readonly body: unknown;
};

export type Ask = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Appended to the path. */
  readonly query?: Readonly<Record<string, string>>;
};

/** A client with one person's key. */
export type Client = {
  readonly key: string;
  get(path: string, ask?: Ask): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Ask["headers"]): Promise<Answer>;
  send(method: string, path: string, ask?: Ask): Promise<Answer>;
};

export type ApiFixture = {
  readonly deps: EngineFixture["deps"];
  readonly given: Given;
  readonly clock: EngineFixture["clock"];
  readonly api: RunningApi;
  /** One more server on the same database; the caller stops it. */
  another(): Promise<RunningApi>;
  readonly owner: Client;
  readonly member: Client;
  readonly viewer: Client;
  /** Sends a request to an endpoint, as a client with the given key. */
  clientOf(person: PersonActor): Promise<Client>;
  /** A client that shows the cookie of a new sign-in of the person. */
  signedIn(person: PersonActor): Promise<Client>;
  /** One more organization, to test isolation. */
  stranger(slug?: string): Promise<{ readonly given: Given; readonly owner: Client }>;
  close(): Promise<void>;
};

/** A real API server on a free port, on a database of its own, with an organization in it. */
export async function apiFixture(env: Readonly<Record<string, string>> = {}): Promise<ApiFixture> {
  const engine = await engineFixture();
  const start = (): Promise<RunningApi> =>
    startApi(
      readEnv(ApiEnv, {
        DATABASE_URL: engine.deps.database.url,
        CADRE_HOME: engine.deps.dataFolder,
        CADRE_PORT: "0",
        CADRE_LOG_LEVEL: "silent",
        CADRE_MODEL_HOSTS: "127.0.0.1:9",
        ...env,
      }),
    );
  const api = await start();
  const clientOf = async (person: PersonActor): Promise<Client> => {
    // A viewer can make no key; the row is made for them.
    const { key } = await createApiKey(engine.deps, { ...person, role: "owner" }, { name: "test" });
    return clientWith(api.url, key);
  };
  return {
    deps: engine.deps,
    given: engine.given,
    clock: engine.clock,
    api,
    another: start,
    owner: await clientOf(engine.given.owner),
    member: await clientOf(engine.given.member),
    viewer: await clientOf(engine.given.viewer),
    clientOf,
    async signedIn(person) {
      const { token } = await openSignIn(engine.deps, person, "test");
      return clientShowing(api.url, cookieHeaders(api.url, token));
    },
    async stranger(slug = "strangers") {
      const given = await giveOrganization(engine.deps, slug);
      return { given, owner: await clientOf(given.owner) };
    },
    async close() {
      await api.stop();
      await engine.close();
    },
  };
}

/** A client for `/api/v1` with this key, or without any. */
export function clientWith(url: string, key: string): Client {
  return { ...clientShowing(url, key === "" ? {} : { authorization: `Bearer ${key}` }), key };
}

/** What the browser of a person who is signed in sends from a page of ours. */
function cookieHeaders(url: string, token: string): Record<string, string> {
  return { cookie: `cadre-sign-in=${token}`, origin: url };
}

/** A client that shows these headers with each request. */
export function clientShowing(url: string, shown: Readonly<Record<string, string>>): Client {
  const send: Client["send"] = async (method, path, ask = {}) => {
    const query = ask.query === undefined ? "" : `?${new URLSearchParams(ask.query).toString()}`;
    const response = await fetch(`${url}/api/v1${path}${query}`, {
      method,
      headers: {
        ...shown,
        ...(ask.body === undefined ? {} : { "content-type": "application/json" }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body) }),
    });
    return answerOf(response);
  };
  return {
    key: "",
    send,
    get: (path, ask) => send("GET", path, ask),
    post: (path, body, headers) => send("POST", path, { body, headers: headers ?? {} }),
  };
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}

/** The problem document of a refused request. */
export function problemIn(answer: Answer): Problem {
  if (answer.headers.get("content-type") !== "application/problem+json") {
    throw new Error(`Not a problem document: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body as Problem;
}

/** The body of a success, as its endpoint's schema reads it. */
export function dataIn<E extends Endpoint>(endpoint: E, answer: Answer): ReturnType<E["response"]["parse"]> {
  if (answer.status !== endpoint.status) {
    throw new Error(`${endpoint.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return endpoint.response.parse(answer.body) as ReturnType<E["response"]["parse"]>;
}
