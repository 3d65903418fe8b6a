import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "./endpoints.ts";
import { NAMED_SCHEMAS } from "./named-schemas.ts";

const SOURCES = ["packages/domain/src", "packages/engine/src", "apps/api/src"].map((folder) =>
  path.join(import.meta.dirname, "../../..", folder),
);

/** What a fault's code is made of where it is thrown by one function for several features. */
const MADE_CODES = /^[a-z-]+\.stale$/;

test("no two endpoints share an id or an address", () => {
  const ids = ENDPOINTS.map(({ id }) => id);
  const addresses = ENDPOINTS.map(({ method, path: at }) => `${method} ${at.replaceAll(/:\w+/g, ":id")}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.each(ENDPOINTS)("$id says what crosses", (endpoint) => {
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  const given =
    endpoint.params === undefined ? [] : Object.keys((endpoint.params as unknown as { shape: object }).shape);
  expect(given).toEqual(named);
  expect(endpoint.summary).toMatch(/^[A-Z].*\.$/);
  expect(endpoint.body === undefined).toBe(endpoint.method === "GET" || endpoint.method === "DELETE");
  const changes = endpoint.method === "PATCH" || endpoint.method === "PUT" || endpoint.path.endsWith("/restore");
  expect(endpoint.ifMatch === "required").toBe(changes);
});

test.each(ENDPOINTS.filter(({ body }) => body !== undefined))("$id shows an example that it accepts", (endpoint) => {
  const parsed = endpoint.body?.safeParse(endpoint.example);
  expect(endpoint.example).toBeDefined();
  expect(parsed?.error).toBeUndefined();
  expect(endpoint.body?.safeParse({ ...(endpoint.example as object), noSuchField: 1 }).success, "unknown fields").toBe(
    false,
  );
});

test("every code that an endpoint names is thrown somewhere", () => {
  const code = SOURCES.flatMap((folder) => textsBelow(folder)).join("\n");
  const named = new Set(ENDPOINTS.flatMap(({ faults }) => faults ?? []).map((fault) => fault.code));
  const unknown = [...named].filter((name) => !MADE_CODES.test(name) && !code.includes(`"${name}"`));
  expect(unknown).toEqual([]);
});

test("what has a name is used", () => {
  expect(Object.keys(NAMED_SCHEMAS).length).toBeGreaterThan(40);
  expect(new Set(Object.values(NAMED_SCHEMAS)).size).toBe(Object.keys(NAMED_SCHEMAS).length);
});

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
}
