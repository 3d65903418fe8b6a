import { expect, test } from "vitest";
import { readMachineEnv } from "./machine-env.ts";

test("a bare environment is fine, and so are empty values", () => {
  expect(readMachineEnv({})).toMatchObject({ port: 4_600, databaseUrl: undefined, modelProvider: undefined });
  expect(readMachineEnv({ CADRE_PORT: "", CADRE_SANDBOX: "", REDIS_URL: "" })).toMatchObject({ port: 4_600 });
});

test("the Anthropic provider needs a key, an empty one is none", () => {
  const source = { CADRE_MODEL_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "" };
  expect(() => readMachineEnv(source)).toThrow(/environment has mistakes[\s\S]*ANTHROPIC_API_KEY/);
  expect(readMachineEnv({ ...source, ANTHROPIC_API_KEY: "x" })).toMatchObject({ anthropicKey: "x" });
});

test("the OpenAI providers need what they cannot do without", () => {
  expect(() => readMachineEnv({ CADRE_MODEL_PROVIDER: "openai" })).toThrow(/OPENAI_API_KEY/);
  const local = { CADRE_MODEL_PROVIDER: "openai-compatible" };
  expect(() => readMachineEnv(local)).toThrow(/OPENAI_COMPATIBLE_BASE_URL[\s\S]*CADRE_MODEL\b/);
  const address = { ...local, OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:11434/v1", CADRE_MODEL: "qwen" };
  expect(readMachineEnv(address).modelProvider).toBe("openai-compatible");
});

test.each([
  ["CADRE_SANDBOX", "maybe"],
  ["CADRE_SPEND_LIMIT_USD", "-1"],
  ["CADRE_LOG_LEVEL", "loud"],
  ["CADRE_MONITOR_PORT", "soup"],
  ["CADRE_PUBLIC_URL", "here"],
  ["REDIS_URL", "http://localhost"],
  ["DATABASE_URL", "mysql://localhost/cadre"],
])("a mistake in %s, which a child reads, is told before it starts", (name, value) => {
  expect(() => readMachineEnv({ [name]: value })).toThrow(new RegExp(`environment has mistakes[\\s\\S]*${name}`));
});

test("all mistakes are told together", () => {
  expect(() => readMachineEnv({ CADRE_SANDBOX: "maybe", CADRE_MODEL_PROVIDER: "anthropic" })).toThrow(
    /CADRE_SANDBOX[\s\S]*ANTHROPIC_API_KEY/,
  );
});
