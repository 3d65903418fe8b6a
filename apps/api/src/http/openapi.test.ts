import { ENDPOINTS, NAMED_SCHEMAS, Problem } from "@cadre/contracts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown; example: unknown }> };
  responses: Record<string, Response>;
};
type Response = { description: string; content?: Record<string, { schema: unknown; example: unknown }> };
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

test("an endpoint says whether it takes a key, and how much may be asked", () => {
  const { security, components } = document as unknown as {
    security: unknown;
    components: { securitySchemes: Record<string, { in?: string }> };
  };
  expect(security).toEqual([{ apiKey: [] }, { signIn: [] }]);
  expect(components.securitySchemes["signIn"]?.in).toBe("cookie");
  const bySignIn = operations.filter((operation) => "security" in operation).map((operation) => operation.operationId);
  const expected = ENDPOINTS.filter(({ access, needsSignIn }) => access === "public" || needsSignIn === true);
  expect(bySignIn.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  const password = operations.find(({ operationId }) => operationId === "me.change-password");
  expect(password).toMatchObject({ security: [{ signIn: [] }] });
  expect(password?.responses["403"]?.description).toContain("auth.sign-in-required");
  for (const { responses } of operations) expect(responses["429"]?.description).toContain("rate-limit.requests");
});

test("an answer may gain fields, a request may not have unknown ones", () => {
  const { Task, NewTask } = document.components.schemas;
  expect(Task).not.toHaveProperty("additionalProperties");
  expect(NewTask).toHaveProperty("additionalProperties", false);
});

test("it is an OpenAPI 3.1 document", async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test.each(ENDPOINTS)("$id is documented whole", (endpoint) => {
  const operation = operations.find(({ operationId }) => operationId === endpoint.id);
  if (operation === undefined) throw new Error("It is missing.");
  expect(operation.summary).toBe(endpoint.summary);
  expect(operation.description.length).toBeGreaterThan(operation.summary.length);
  expect(operation.description).not.toMatch(/\.\./);
  const success = operation.responses[endpoint.status];
  if (endpoint.status !== 204) {
    const [content] = Object.values(success?.content ?? {});
    expect(content).toMatchObject({ schema: expect.anything(), example: expect.anything() });
    if (endpoint.produces === undefined) expect(endpoint.response.safeParse(content?.example).error).toBeUndefined();
  }
  const problems = Object.entries(operation.responses).filter(
    ([status]) => status === "default" || Number(status) >= 400,
  );
  expect(problems.map(([status]) => status)).toContain("default");
  if (endpoint.access !== "public") expect(problems.map(([status]) => status)).toContain("401");
  for (const [status, { description, content }] of problems) {
    const problem = Problem.parse(content?.["application/problem+json"]?.example);
    expect(description).toContain(problem.code);
    expect(problem.detail).toMatch(/\w/);
    if (status !== "default") expect(problem.status).toBe(Number(status));
  }
});

test("a webhook's message is documented with its headers", () => {
  const { webhooks } = openApiDocument(ENDPOINTS, "0") as unknown as { webhooks: Record<string, { post: Operation }> };
  const names = webhooks["event"]?.post.parameters.map(({ name }) => name);
  expect(names).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
});
