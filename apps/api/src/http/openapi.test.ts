import { ENDPOINTS, NAMED_SCHEMAS } from "@cadre/contracts";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown; example: unknown }> };
  responses: Record<string, { description: string }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

const document = openApiDocument(ENDPOINTS, "0") as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test("every endpoint is in the document, once", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(ENDPOINTS.map(({ id }) => id).toSorted());
});

test("every reference leads somewhere, and every name is used", () => {
  const text = JSON.stringify(document);
  const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]));
  expect(text).not.toContain("$defs");
  expect([...referred].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
  expect([...referred].toSorted()).toEqual(Object.keys(NAMED_SCHEMAS).toSorted());
});

test("every parameter of a path is required, every body has a schema and an example", () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const body = operation.requestBody?.content["application/json"];
      if (operation.requestBody !== undefined) expect(body).toMatchObject({ schema: {}, example: expect.anything() });
    }
  }
});

test("an endpoint names the codes of its problems, by status", () => {
  const move = operations.find(({ operationId }) => operationId === "tasks.move");
  expect(move?.responses["409"]?.description).toContain("task.illegal-move");
  expect(move?.responses["412"]?.description).toContain("task.stale");
  expect(move?.responses["422"]?.description).toContain("idempotency.key-reused");
  const update = operations.find(({ operationId }) => operationId === "tasks.update");
  expect(update?.responses["428"]?.description).toContain("request.precondition-required");
});

test("an answer may gain fields, a request may not have unknown ones", () => {
  const { Task, NewTask } = document.components.schemas;
  expect(Task).not.toHaveProperty("additionalProperties");
  expect(NewTask).toHaveProperty("additionalProperties", false);
});
