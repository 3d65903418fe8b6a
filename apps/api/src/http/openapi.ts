import { type Endpoint, Problem } from "@cadre/contracts";
import type { z } from "zod";
import { type JsonSchema, schemaWriter, type SchemaWriter } from "./json-schemas.ts";
import { descriptionOf } from "./openapi-description.ts";
import { exampleOf } from "./openapi-examples.ts";
import { webhooksOf } from "./openapi-webhooks.ts";
import { problemOfStatus, statusOf } from "./problem-of.ts";

const TITLE = "Cadre API";
const DESCRIPTION = "Assign work to a team of agents and follow it.";

const RATE_FAULT = { kind: "limit", code: "rate-limit.requests" } as const;

/** Failures that every endpoint with a key may answer with. */
const KEY_FAULTS = [
  { kind: "unauthenticated", code: "auth.required" },
  { kind: "unauthenticated", code: "auth.bad-key" },
  { kind: "unauthenticated", code: "auth.signed-out" },
  { kind: "forbidden", code: "auth.role" },
] as const;

const SECURITY_SCHEMES = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key: cad_…" },
  signIn: {
    type: "apiKey",
    in: "cookie",
    name: "cadre-sign-in",
    description:
      "The cookie of POST /api/v1/sign-in, named __Host-cadre-sign-in on https. A change that comes with it needs an Origin of ours. With the header Cadre-Organization a request works in another organization of the person's.",
  },
} as const;

/** Builds the OpenAPI 3.1 document from the contracts. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const schemas = schemaWriter();
  const paths: Record<string, Record<string, unknown>> = {};
  const problem = schemas.write(Problem, "output");
  const told = webhooksOf(schemas);
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
    security: [{ apiKey: [] }, { signIn: [] }],
    tags: tagsOf(endpoints),
    paths,
    webhooks: told,
    components: {
      securitySchemes: SECURITY_SCHEMES,
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
    description: descriptionOf(endpoint),
    ...(endpoint.access === "public" ? { security: [] } : { "x-least-role": endpoint.access }),
    ...(endpoint.needsSignIn === true ? { security: [{ signIn: [] }] } : {}),
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
  const success =
    endpoint.status === 204
      ? { description: "Done." }
      : { description: "Done.", headers: headersOf(endpoint), content: contentOf(endpoint, schemas) };
  const isRead = endpoint.method === "GET" && endpoint.produces === undefined && !isList(endpoint);
  return {
    [endpoint.status]: success,
    ...(isRead ? { 304: { description: "The bytes are those that If-None-Match names." } } : {}),
  };
}

function headersOf(endpoint: Endpoint): JsonSchema {
  const header = (description: string): JsonSchema => ({ description, schema: { type: "string" } });
  const isTagged = endpoint.produces === undefined && !isList(endpoint);
  return {
    "X-Request-Id": header("Names this request in logs."),
    ...(endpoint.produces === "text/event-stream"
      ? {}
      : {
          "Cadre-Position": header(
            "Send it as Last-Event-ID to /events: what happened since this answer was read is told.",
          ),
        }),
    "RateLimit-Limit": header("Requests that the key, sign-in or address may make in a minute."),
    "RateLimit-Remaining": header("How many of them are left."),
    "RateLimit-Reset": header("Seconds until all of them are there again."),
    ...(isTagged ? { ETag: header("For If-Match, where the thing has a version, and If-None-Match.") } : {}),
  };
}

function isList(endpoint: Endpoint): boolean {
  const { shape = {} } = endpoint.response as unknown as { readonly shape?: object };
  return "nextCursor" in shape;
}

const EVENT_FRAMES: Readonly<Record<string, string>> = {
  "events.stream":
    'id: 4711\nevent: task.accepted\ndata: {"id":"evt_01k4znm7q1dhb8wq0m5vzy2s3e","v":1,"type":"task.accepted","entity":{"kind":"task","id":"tsk_01k4znm7q1dhb8wq0m5vzy2s3e"},"actor":{"kind":"agent","id":"agt_01k4znm7q1dhb8wq0m5vzy2s3e"},"at":"2026-11-29T12:00:00.000Z","payload":{"key":"DEMO-7"}}\n\n',
  "runs.stream":
    'id: 1-2-345\nevent: delta\ndata: {"fence":1,"step":2,"seq":345,"kind":"text","text":"Hello"}\n\nevent: step\ndata: {"step":2}\n\nevent: end\ndata: {"status":"succeeded"}\n\n',
};

function contentOf(endpoint: Endpoint, schemas: SchemaWriter): JsonSchema {
  const { produces, response } = endpoint;
  if (produces !== undefined) {
    const example = EVENT_FRAMES[endpoint.id] ?? "The bytes of the file.";
    return { [produces]: { schema: { type: "string" }, example } };
  }
  const schema = schemas.write(response, "output");
  return { "application/json": { schema, example: exampleOf(schema, schemas.components) } };
}

/** One answer per status, with the codes it may carry. */
function problemsOf(endpoint: Endpoint, problem: JsonSchema): JsonSchema {
  const answers = new Map<number, string[]>();
  for (const { kind, code } of faultsOf(endpoint)) {
    const status = statusOf(kind, code);
    answers.set(status, [...(answers.get(status) ?? []), code]);
  }
  if (endpoint.body !== undefined) {
    answers.set(413, ["request.too-large"]);
    answers.set(415, ["request.media-type"]);
  }
  const described = [...answers].map(([status, codes]) => [status, problemAnswer(problem, status, codes)] as const);
  return { ...Object.fromEntries(described), default: problemAnswer(problem, 500, ["internal"]) };
}

function faultsOf(endpoint: Endpoint): readonly { kind: Parameters<typeof statusOf>[0]; code: string }[] {
  const own = endpoint.faults ?? [];
  const invalid = [{ kind: "invalid", code: "request.invalid" }] as const;
  const takesKey = endpoint.access === "public" ? [] : KEY_FAULTS;
  const account =
    endpoint.needsSignIn === true ? ([{ kind: "forbidden", code: "auth.sign-in-required" }] as const) : [];
  const once =
    endpoint.method === "POST" && endpoint.access !== "public"
      ? ([{ kind: "conflict", code: "idempotency.key-reused" }] as const)
      : [];
  const match =
    endpoint.ifMatch === "required" ? ([{ kind: "invalid", code: "request.precondition-required" }] as const) : [];
  const hasInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  const list = isList(endpoint) ? ([{ kind: "invalid", code: "request.bad-cursor" }] as const) : [];
  return [
    ...takesKey,
    RATE_FAULT,
    ...account,
    ...(hasInput === undefined ? [] : invalid),
    ...list,
    ...once,
    ...match,
    ...own,
  ];
}

function problemAnswer(problem: JsonSchema, status: number, codes: readonly string[]): JsonSchema {
  const [code = "internal"] = codes;
  const example = {
    ...problemOfStatus(status, "What happened, why, and what to do."),
    code,
    instance: "req_01k4znm7q1dhb8wq0m5vzy2s3e_1",
  };
  return {
    description: `Codes: ${[...new Set(codes)].join(", ")}.`,
    content: { "application/problem+json": { schema: problem, example } },
  };
}
