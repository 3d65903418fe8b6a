import { type Endpoint, Problem } from "@cadre/contracts";
import type { z } from "zod";
import { type JsonSchema, schemaWriter, type SchemaWriter } from "./json-schemas.ts";
import { statusOf } from "./problem-of.ts";

const TITLE = "Cadre API";
const DESCRIPTION = "Assign work to a team of agents and follow it.";

/** Failures that every endpoint with a key may answer with. */
const KEY_FAULTS = [
  { kind: "unauthenticated", code: "auth.required" },
  { kind: "unauthenticated", code: "auth.bad-key" },
  { kind: "forbidden", code: "auth.role" },
] as const;

/** Builds the OpenAPI 3.1 document from the contracts. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const schemas = schemaWriter();
  const paths: Record<string, Record<string, unknown>> = {};
  const problem = schemas.write(Problem, "output");
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas, problem) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: TITLE,
      version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    tags: tagsOf(endpoints),
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key: cad_…" } },
      schemas: schemas.components,
    },
  };
}

function tagsOf(endpoints: readonly Endpoint[]): { name: string }[] {
  return [...new Set(endpoints.map(tagOf))].map((name) => ({ name }));
}

function tagOf(endpoint: Endpoint): string {
  return endpoint.id.split(".")[0] ?? endpoint.id;
}

function operationOf(endpoint: Endpoint, schemas: SchemaWriter, problem: JsonSchema): JsonSchema {
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    ...(endpoint.access === "public" ? { security: [] } : { "x-least-role": endpoint.access }),
    parameters: parametersOf(endpoint, schemas),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBodyOf(endpoint, endpoint.body, schemas) }),
    responses: { ...successOf(endpoint, schemas), ...problemsOf(endpoint, problem) },
  };
}

function requestBodyOf(endpoint: Endpoint, body: z.ZodType, schemas: SchemaWriter): JsonSchema {
  return {
    required: !body.safeParse(undefined).success,
    content: { "application/json": { schema: schemas.write(body, "input"), example: endpoint.example } },
  };
}

function parametersOf(endpoint: Endpoint, schemas: SchemaWriter): JsonSchema[] {
  const parameters = [...partOf(endpoint.params, "path", schemas), ...partOf(endpoint.query, "query", schemas)];
  if (endpoint.method === "POST" && endpoint.access !== "public") {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "The same key and body within 24 hours is carried out once and answered alike.",
      schema: { type: "string", maxLength: 255 },
    });
  }
  if (endpoint.ifMatch !== undefined) {
    parameters.push({
      name: "If-Match",
      in: "header",
      required: endpoint.ifMatch === "required",
      description: "The ETag of the resource as it was read.",
      schema: { type: "string" },
    });
  }
  if (endpoint.produces === "text/event-stream") {
    parameters.push({
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "The id of the last event that was seen: what followed it is sent first.",
      schema: { type: "string" },
    });
  }
  return parameters;
}

function partOf(schema: z.ZodType | undefined, where: "path" | "query", schemas: SchemaWriter): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties, required } = schemas.write(schema, "input");
  if (typeof properties !== "object" || properties === null) return [];
  const isRequired = (name: string): boolean =>
    where === "path" || (Array.isArray(required) && required.includes(name));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: isRequired(name),
    schema: property as unknown,
  }));
}

function successOf(endpoint: Endpoint, schemas: SchemaWriter): JsonSchema {
  const etag = { ETag: { description: "The version, for If-Match.", schema: { type: "string" } } };
  const type = endpoint.produces ?? "application/json";
  const schema = endpoint.produces === undefined ? schemas.write(endpoint.response, "output") : { type: "string" };
  const success =
    endpoint.status === 204
      ? { description: "Done." }
      : {
          description: "Done.",
          ...(endpoint.ifMatch === undefined ? {} : { headers: etag }),
          content: { [type]: { schema } },
        };
  return { [endpoint.status]: success };
}

/** One answer per status, with the codes it may carry. */
function problemsOf(endpoint: Endpoint, problem: JsonSchema): JsonSchema {
  const answers = new Map<number, string[]>();
  for (const { kind, code } of faultsOf(endpoint)) {
    const status = statusOf(kind, code);
    answers.set(status, [...(answers.get(status) ?? []), code]);
  }
  const described = [...answers].map(([status, codes]) => [status, problemAnswer(problem, codes)] as const);
  return { ...Object.fromEntries(described), default: problemAnswer(problem, ["internal"]) };
}

function faultsOf(endpoint: Endpoint): readonly { kind: Parameters<typeof statusOf>[0]; code: string }[] {
  const own = endpoint.faults ?? [];
  const invalid = [{ kind: "invalid", code: "request.invalid" }] as const;
  const takesKey = endpoint.access === "public" ? [] : KEY_FAULTS;
  const once =
    endpoint.method === "POST" && endpoint.access !== "public"
      ? ([{ kind: "conflict", code: "idempotency.key-reused" }] as const)
      : [];
  const match =
    endpoint.ifMatch === "required" ? ([{ kind: "invalid", code: "request.precondition-required" }] as const) : [];
  const hasInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  return [...takesKey, ...(hasInput === undefined ? [] : invalid), ...once, ...match, ...own];
}

function problemAnswer(problem: JsonSchema, codes: readonly string[]): JsonSchema {
  return {
    description: `Codes: ${[...new Set(codes)].join(", ")}.`,
    content: { "application/problem+json": { schema: problem } },
  };
}
