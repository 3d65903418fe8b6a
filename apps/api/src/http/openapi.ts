import { type Endpoint, Problem } from "@cadre/contracts";
import { z } from "zod";

type JsonSchema = Record<string, unknown>;

const TITLE = "Cadre API";

/** Builds the OpenAPI 3.1 document from the contracts. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: TITLE, version, description: "Assign work to a team of agents and follow it." },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key: cad_…" } },
      schemas: { Problem: jsonSchema(Problem, "output") },
    },
  };
}

function operationOf(endpoint: Endpoint): JsonSchema {
  const hasBody = endpoint.body !== undefined;
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split(".")[0]],
    summary: endpoint.summary,
    ...(endpoint.access === "public" ? { security: [] } : { "x-least-role": endpoint.access }),
    parameters: parametersOf(endpoint),
    ...(hasBody ? { requestBody: requestBodyOf(endpoint) } : {}),
    responses: responsesOf(endpoint),
  };
}

function requestBodyOf(endpoint: Endpoint): JsonSchema {
  return {
    required: true,
    content: {
      "application/json": {
        schema: endpoint.body === undefined ? {} : jsonSchema(endpoint.body, "input"),
        ...(endpoint.example === undefined ? {} : { example: endpoint.example }),
      },
    },
  };
}

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const parameters = [...partOf(endpoint.params, "path"), ...partOf(endpoint.query, "query")];
  if (endpoint.method === "POST") {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "The same key and body within 24 hours is carried out once and answered alike.",
      schema: { type: "string", maxLength: 255 },
    });
  }
  if (endpoint.ifMatch === "required") {
    parameters.push({
      name: "If-Match",
      in: "header",
      required: true,
      description: "The ETag of the resource as it was read.",
      schema: { type: "string" },
    });
  }
  return parameters;
}

function partOf(schema: z.ZodType | undefined, where: "path" | "query"): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema, "input");
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

function responsesOf(endpoint: Endpoint): JsonSchema {
  const problem = (description: string): JsonSchema => ({
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  const success =
    endpoint.status === 204
      ? { description: "Done." }
      : {
          description: "Done.",
          content: { "application/json": { schema: jsonSchema(endpoint.response, "output") } },
        };
  const codes = endpoint.faults?.map((fault) => fault.code).join(", ") ?? "";
  return { [endpoint.status]: success, default: problem(codes === "" ? "A problem." : `A problem. Codes: ${codes}.`) };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
