import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

test("without configuration the home lies in the checkout and the port is 4600", () => {
  const env = readEnv({});
  expect(env.home).toMatch(/\/\.cadre$/);
  expect(env).toMatchObject({ port: 4_600, databaseUrl: undefined, modelProvider: undefined });
});

test("empty values count as not set", () => {
  expect(readEnv({ CADRE_HOME: "", DATABASE_URL: "", ANTHROPIC_API_KEY: "" })).toMatchObject({
    home: expect.stringMatching(/\.cadre$/),
    databaseUrl: undefined,
    anthropicKey: undefined,
  });
});

test("all mistakes are told together, with the variable's name", () => {
  expect(() => readEnv({ CADRE_PORT: "soup", CADRE_MODEL_PROVIDER: "oracle" })).toThrow(
    /CADRE_PORT[\s\S]*CADRE_MODEL_PROVIDER/,
  );
});
