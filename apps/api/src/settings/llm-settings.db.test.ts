import { llmProviderEndpoints, llmSettingsEndpoints } from "@cadre/contracts";
import type { LlmProvider, LlmProviderTest } from "@cadre/domain";
import { resolveTargets } from "@cadre/engine";
import { fact, openProviderSimulator } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Answer, type ApiFixture, apiFixture, dataIn, problemIn } from "../api.fixture.ts";

const CANARY = "sk-canary-4711-never-to-be-seen-0815";
const FALLBACK = [{ provider: "simulated", model: "simulated-worker-1", credentials: { apiKey: "" } }];

let simulator: Awaited<ReturnType<typeof openProviderSimulator>>;
let address = "";
let fixture: ApiFixture;
let named = 0;

beforeAll(async () => {
  simulator = await openProviderSimulator();
  address = `${simulator.url}/v1`;
  fixture = await apiFixture({ CADRE_MODEL_HOSTS: `${new URL(address).host},127.0.0.1:9` });
});
afterAll(async () => {
  await fixture.close();
  await simulator.close();
});
beforeEach(() => simulator.faults.clear());

async function connect(more: Readonly<Record<string, unknown>> = {}): Promise<LlmProvider> {
  named += 1;
  const body = { kind: "openai", name: `Provider ${named}`, baseUrl: address, apiKey: CANARY, ...more };
  return dataIn(llmProviderEndpoints.create, await fixture.owner.post("/settings/llm/providers", body));
}

const pathOf = ({ id }: LlmProvider, rest = ""): string => `/settings/llm/providers/${id}${rest}`;

async function tried(provider: LlmProvider, model?: string): Promise<LlmProviderTest> {
  const answer = await fixture.owner.post(pathOf(provider, "/test"), model === undefined ? {} : { model });
  return dataIn(llmProviderEndpoints.test, answer);
}

function change(provider: LlmProvider, body: unknown, version = provider.version): Promise<Answer> {
  return fixture.owner.send("PATCH", pathOf(provider), { body, headers: { "if-match": `"${version}"` } });
}

function targets(agentId: string): ReturnType<typeof resolveTargets> {
  const hosts = { allowed: [new URL(address).host], resolve: async () => [] };
  return resolveTargets({ ...fixture.deps, hosts }, agentId, FALLBACK);
}

test("a provider is stored without its key in any answer, and only the last four characters are shown", async () => {
  const provider = await connect();
  expect(provider).toMatchObject({ kind: "openai", hasKey: true, keyEnding: "0815", costsNothing: false, version: 1 });
  const short = await connect({ apiKey: "short-key" });
  expect(short).toMatchObject({ hasKey: true, keyEnding: null });
  const settings = dataIn(llmSettingsEndpoints.get, await fixture.owner.get("/settings/llm"));
  expect(settings.providers).toEqual(expect.arrayContaining([provider, short]));
  expect(settings.kinds.map(({ kind }) => kind)).toEqual(["anthropic", "openai", "openai-compatible"]);
});

test.each([
  ["a vendor without a key", { apiKey: undefined }, 400, "llm-provider.key-required"],
  [
    "a compatible server without an address",
    { kind: "openai-compatible", baseUrl: undefined },
    400,
    "llm-provider.address-required",
  ],
  ["this machine", { baseUrl: "http://localhost:4600" }, 400, "llm-provider.private-address"],
  ["another port of an allowed host", { baseUrl: "http://127.0.0.1:10" }, 400, "llm-provider.private-address"],
  ["the cloud's own address", { baseUrl: "http://169.254.169.254/latest" }, 400, "llm-provider.private-address"],
  ["a number in disguise", { baseUrl: "http://2130706433/" }, 400, "llm-provider.private-address"],
  ["a file", { baseUrl: "file:///etc/passwd" }, 400, "request.invalid"],
  ["a key with a line break", { apiKey: `${CANARY}\nx` }, 400, "request.invalid"],
])("%s is refused, and the key is not in the answer", async (_what, more, status, code) => {
  const answer = await fixture.owner.post("/settings/llm/providers", {
    kind: "openai",
    name: "Refused",
    baseUrl: address,
    apiKey: CANARY,
    ...more,
  });
  expect({ status: answer.status, code: problemIn(answer).code }).toEqual({ status, code });
  expect(JSON.stringify(answer.body)).not.toContain(CANARY);
});

test("a refused private address names what an operator can do", async () => {
  const body = { kind: "openai-compatible", name: "Ollama", baseUrl: "http://localhost:11434/v1" };
  const problem = problemIn(await fixture.owner.post("/settings/llm/providers", body));
  expect(problem.detail).toContain("CADRE_MODEL_HOSTS=localhost:11434");
});

test("two providers have two names", async () => {
  const { name } = await connect();
  const again = { kind: "anthropic", name, apiKey: CANARY };
  expect(problemIn(await fixture.owner.post("/settings/llm/providers", again)).code).toBe("llm-provider.name-taken");
});

test("a test really calls: the right key works, a wrong one is told in the provider's own words", async () => {
  const provider = await connect();
  const before = simulator.requests.total;
  const right = await tried(provider, "gpt-6-luna");
  expect(right).toMatchObject({ outcome: "works", model: "gpt-6-luna", failure: null });
  expect(right.outputTokens).toBeGreaterThan(0);
  expect(simulator.requests.total).toBe(before + 1);

  simulator.faults.plan({ kind: "status", status: 401, message: `Incorrect API key provided: ${CANARY}.` });
  const wrong = await tried(provider, "gpt-6-luna");
  expect(wrong).toMatchObject({ outcome: "failed", failure: { kind: "auth", status: 401, code: "invalid_api_key" } });
  expect(wrong.message).toContain("Incorrect API key provided: [key].");
  expect(wrong.message).toContain("The key was refused.");
  expect(wrong).toMatchObject({ inputTokens: 0, outputTokens: 0, costMicros: 0 });

  expect(await tried(provider, "gpt-9")).toMatchObject({
    outcome: "failed",
    failure: { kind: "not-found", status: 404 },
  });
  simulator.faults.plan({ kind: "status", status: 429, retryAfterSeconds: 75 });
  expect((await tried(provider)).failure).toMatchObject({ kind: "rate-limit", retryAfterMs: 75_000 });
});

test("every kind can be tried; where nobody knows a model, the server's list does; nobody at home is told", async () => {
  const { origin } = new URL(address);
  expect(await tried(await connect({ kind: "anthropic", baseUrl: origin }))).toMatchObject({ outcome: "works" });
  const compatible = await connect({ kind: "openai-compatible", apiKey: undefined, costsNothing: true });
  expect(await tried(compatible)).toMatchObject({ outcome: "works", model: "simulated-worker-1", costMicros: 0 });
  const away = await connect({ kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" });
  expect(await tried(away, "m")).toMatchObject({
    outcome: "failed",
    failure: { kind: "network" },
  });
});

test("a test counts as spent money, and stops at the day's limit", async () => {
  const spent = async (): Promise<number> => {
    const [row] = await fixture.deps.database.query<{ micros: number }>(
      "select coalesce(sum(settled_micros + reserved_micros), 0)::bigint as micros from spend_days",
    );
    return row?.micros ?? 0;
  };
  const provider = await connect();
  const before = await spent();
  const { costMicros } = await tried(provider, "gpt-6.2-astra");
  expect(costMicros).toBeGreaterThan(0);
  expect(await spent()).toBe(before + costMicros);
  await fixture.deps.database.query("update spend_days set settled_micros = 5000000");
  const refused = await tried(provider, "gpt-6.2-astra");
  expect(refused).toMatchObject({ outcome: "failed", failure: { kind: "spend-limit", code: "budget-refused" } });
  await fixture.deps.database.query("update spend_days set settled_micros = 0");
});

test("models are the provider's own, with sizes and prices of the catalogue; without it, the catalogue's", async () => {
  const provider = await connect();
  const list = dataIn(llmProviderEndpoints.models, await fixture.owner.get(pathOf(provider, "/models")));
  expect(list).toMatchObject({ source: "provider", message: null });
  expect(list.data.find(({ id }) => id === "gpt-6-luna")).toMatchObject({
    contextWindowTokens: 1_050_000,
    inputUsd: 0.1,
    outputUsd: 0.5,
  });
  simulator.faults.plan({ kind: "status", status: 401 });
  const known = dataIn(llmProviderEndpoints.models, await fixture.owner.get(pathOf(provider, "/models")));
  expect(known).toMatchObject({ source: "catalogue", message: expect.stringContaining("The key was refused.") });
  expect(known.data.map(({ id }) => id)).toContain("gpt-6.2-sol");
});

test("an agent's choice wins over the organization's, and both over the environment, from the next call on", async () => {
  const { workerId, reviewerId } = fixture.given;
  expect(await targets(workerId)).toBe(FALLBACK);
  const first = await connect();
  const second = await connect({ kind: "openai-compatible", apiKey: undefined, costsNothing: true });
  const once = { "idempotency-key": "choose" };
  const choice = { providerId: first.id, model: "gpt-6-luna" };
  const chosen = await fixture.owner.post("/settings/llm/default", choice, once);
  expect(dataIn(llmSettingsEndpoints.chooseDefault, chosen).defaultChoice).toEqual(choice);
  await fixture.owner.post(`/settings/llm/agents/${workerId}`, { providerId: second.id, model: "qwen" });
  expect(await targets(reviewerId)).toMatchObject([
    { provider: "openai", model: "gpt-6-luna", credentials: { apiKey: CANARY, baseUrl: address } },
  ]);
  expect(await targets(workerId)).toMatchObject([
    { provider: "openai-compatible", model: "qwen", credentials: { apiKey: "" }, price: { source: "ours" } },
  ]);

  const settings = dataIn(llmSettingsEndpoints.get, await fixture.owner.get("/settings/llm"));
  expect(settings.defaultChoice).toEqual({ providerId: first.id, model: "gpt-6-luna" });
  expect(settings.agents).toEqual([{ agentId: workerId, providerId: second.id, model: "qwen" }]);

  expect(dataIn(llmProviderEndpoints.update, await change(first, { apiKey: `${CANARY}-2` })).version).toBe(2);
  expect((await targets(reviewerId))[0]?.credentials.apiKey).toBe(`${CANARY}-2`);
  await fixture.owner.send("DELETE", `/settings/llm/agents/${workerId}`);
  expect(await targets(workerId)).toMatchObject([{ provider: "openai" }]);
  await fixture.owner.send("DELETE", "/settings/llm/default");
  expect(await targets(workerId)).toBe(FALLBACK);
});

test("a provider in use is not deleted, and says who uses it", async () => {
  const provider = await connect();
  await fixture.owner.post("/settings/llm/default", { providerId: provider.id, model: "gpt-6-luna" });
  const refused = await fixture.owner.send("DELETE", pathOf(provider));
  expect(problemIn(refused)).toMatchObject({ status: 409, code: "llm-provider.in-use" });
  expect(JSON.stringify(refused.body)).toContain("the default");
  await fixture.owner.send("DELETE", "/settings/llm/default");
  expect((await fixture.owner.send("DELETE", pathOf(provider))).status).toBe(204);
  expect((await fixture.owner.get(pathOf(provider))).status).toBe(404);
});

test("a new address gets no key that was given for another, and a change names the version it saw", async () => {
  const provider = await connect();
  const moved = { baseUrl: "https://models.example.test/v1" };
  expect(problemIn(await change(provider, moved)).code).toBe("llm-provider.key-again");
  expect(problemIn(await change(provider, { apiKey: null })).code).toBe("llm-provider.key-required");
  expect(problemIn(await change(provider, { name: "x" }, 7)).code).toBe("llm-provider.stale");
  const both = dataIn(
    llmProviderEndpoints.update,
    await change(provider, { ...moved, apiKey: "another-key-of-16-chars" }),
  );
  expect(both).toMatchObject({ baseUrl: moved.baseUrl, keyEnding: "hars", version: 2 });
});

test("a name that leads into a private network is found at the call", async () => {
  const provider = await connect();
  await fixture.owner.post("/settings/llm/default", { providerId: provider.id, model: "gpt-6-luna" });
  await fixture.deps.database.query("update llm_providers set base_url = 'http://models.example.test' where id = $1", [
    provider.id,
  ]);
  const hosts = { allowed: [], resolve: async () => ["203.0.114.7", "10.0.0.7"] };
  const leading = resolveTargets({ ...fixture.deps, hosts }, fixture.given.workerId, FALLBACK);
  await expect(leading).rejects.toMatchObject({ code: "llm-provider.private-address" });
  const outside = { allowed: [], resolve: async () => ["203.0.114.7"] };
  expect(await resolveTargets({ ...fixture.deps, hosts: outside }, fixture.given.workerId, FALLBACK)).toHaveLength(1);
  await fixture.owner.send("DELETE", "/settings/llm/default");
});

fact(
  "I17",
  "a stored key is sealed for its row: in no event, answer or table, and moved elsewhere it does not open",
  async () => {
    const provider = await connect();
    const other = await connect({ apiKey: `${CANARY}-other` });
    const { database } = fixture.deps;
    const tables = await database.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables) {
      const [row] = await database.query<{ text: string | null }>(
        `select string_agg(t::text, e'\\n') as text from ${name} t`,
      );
      expect({ name, holdsKey: row?.text?.includes(CANARY) ?? false }).toEqual({ name, holdsKey: false });
    }
    await fixture.owner.post("/settings/llm/default", { providerId: provider.id, model: "gpt-6-luna" });
    await database.query(
      "update llm_providers set sealed_key = (select sealed_key from llm_providers where id = $2) where id = $1",
      [provider.id, other.id],
    );
    await expect(targets(fixture.given.workerId)).rejects.toMatchObject({ code: "secret.cannot-open" });
    const told = await tried(provider);
    expect(told).toMatchObject({ outcome: "failed", failure: { code: "secret.cannot-open" } });
    await fixture.owner.send("DELETE", "/settings/llm/default");
  },
);
