import { readEnv } from "@cadre/server-kit";
import { expect, test } from "vitest";
import { TaskExecutorEnv } from "./env.ts";
import { modelTargets } from "./model-targets.ts";

function targets(environment: Readonly<Record<string, string>>): ReturnType<typeof modelTargets> {
  return modelTargets(readEnv(TaskExecutorEnv, { DATABASE_URL: "postgres://localhost/cadre", ...environment }));
}

test("the environment of before goes on working", () => {
  expect(targets({ CADRE_SIMULATOR_URL: "http://127.0.0.1:5000" })).toEqual([
    {
      provider: "simulated",
      model: "simulated-worker-1",
      credentials: { apiKey: "simulated", baseUrl: "http://127.0.0.1:5000" },
    },
  ]);
  expect(
    targets({ CADRE_MODEL_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "k", CADRE_MODEL: "claude-haiku-5-5" }),
  ).toEqual([{ provider: "anthropic", model: "claude-haiku-5-5", credentials: { apiKey: "k", baseUrl: undefined } }]);
});

test("without a provider and without a simulator there is no model but those of the settings", () => {
  expect(targets({})).toEqual([]);
});

test("OpenAI by its key, a compatible server by its address; at home it is free, elsewhere nobody knows", () => {
  expect(targets({ CADRE_MODEL_PROVIDER: "openai", OPENAI_API_KEY: "k" })).toMatchObject([
    { provider: "openai", model: "gpt-6.2-sol", credentials: { apiKey: "k" } },
  ]);
  const local = { CADRE_MODEL_PROVIDER: "openai-compatible", CADRE_MODEL: "qwen" };
  for (const host of ["localhost", "127.0.0.1", "192.168.1.5", "[::1]"]) {
    const [target] = targets({ ...local, OPENAI_COMPATIBLE_BASE_URL: `http://${host}:11434/v1` });
    expect(target?.price?.tiers[0]?.usd.input).toBe(0);
  }
  const [away] = targets({ ...local, OPENAI_COMPATIBLE_BASE_URL: "https://models.example.com/v1" });
  expect(away?.price).toBeUndefined();
});

test.each([
  [{ CADRE_MODEL_PROVIDER: "anthropic" }, "ANTHROPIC_API_KEY"],
  [{ CADRE_MODEL_PROVIDER: "openai" }, "OPENAI_API_KEY"],
  [{ CADRE_MODEL_PROVIDER: "openai-compatible", CADRE_MODEL: "m" }, "OPENAI_COMPATIBLE_BASE_URL"],
  [{ CADRE_MODEL_PROVIDER: "openai-compatible", OPENAI_COMPATIBLE_BASE_URL: "http://localhost/v1" }, "CADRE_MODEL"],
])("%o misses %s", (environment, field) => {
  expect(() => targets(environment)).toThrow(expect.objectContaining({ code: "executor.model-not-configured", field }));
});
