import { openApiDocument } from "@cadre/api/openapi";
import { ENDPOINTS } from "@cadre/contracts";
import type { GeneratedDocument } from "../generated-document.ts";
import { comment, type Schema, typeText } from "./type-text.ts";

const FOLDER = "packages/client/src/generated";
const HEAD = "// Written from the OpenAPI document by `npm run generate`. Do not edit.\n";

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Schema };
type Operation = {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** What the client knows of an operation when it runs. */
type Call = {
  readonly method: string;
  readonly path: string;
  readonly answer: "json" | "nothing" | "bytes" | "events";
};

let written: Document | undefined;

/** The document as a stranger gets it: JSON, and nothing of the contracts behind it. */
function documentAsServed(): Document {
  return (written ??= JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, "0"))) as Document);
}

function operations(): (Operation & Pick<Call, "method" | "path">)[] {
  return Object.entries(documentAsServed().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** A type for each schema that has a name. */
export const clientSchemas: GeneratedDocument = {
  path: `${FOLDER}/schemas.ts`,
  render: () => {
    const types = Object.entries(documentAsServed().components.schemas).map(
      ([name, schema]) => `${comment(schema)}export type ${name} = ${typeText(schema)};`,
    );
    return `${HEAD}\n${types.join("\n\n")}\n`;
  },
};

/** What each operation takes and answers, and how it is called. */
export const clientOperations: GeneratedDocument = {
  path: `${FOLDER}/operations.ts`,
  render: () => {
    const all = operations();
    const types = all.map(
      (operation) =>
        `  /** ${operation.description} */\n  readonly ${JSON.stringify(operation.operationId)}: ${shapeOf(operation)};`,
    );
    const calls = all.map(
      (operation) => `  ${JSON.stringify(operation.operationId)}: ${JSON.stringify(callOf(operation))},`,
    );
    const text = types.join("\n");
    const names = Object.keys(documentAsServed().components.schemas).filter((name) =>
      new RegExp(`\\b${name}\\b`).test(text.replaceAll(/\/\*\*.*?\*\//g, "").replaceAll(/"[^"]*"/g, "")),
    );
    return [
      HEAD,
      `import type {\n${names.map((name) => `  ${name},`).join("\n")}\n} from "./schemas.ts";`,
      `\nexport type Operations = {\n${text}\n};`,
      `\nexport const OPERATIONS = {\n${calls.join("\n")}\n} as const;\n`,
    ].join("\n");
  },
};

function shapeOf(operation: Operation): string {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const parts = [
    ["params", partType(operation, "path"), "required"],
    ["query", partType(operation, "query"), isAnyRequired(operation, "query") ? "required" : "optional"],
    [
      "body",
      body === undefined ? undefined : typeText(body),
      operation.requestBody?.required === true ? "required" : "optional",
    ],
    ["ifMatch", ifMatchOf(operation), headerOf(operation, "If-Match")?.required === true ? "required" : "optional"],
  ] as const;
  const fields = parts.flatMap(([name, type, need]) =>
    type === undefined ? [] : [`readonly ${name}${need === "required" ? "" : "?"}: ${type};`],
  );
  return `{ readonly input: ${fields.length === 0 ? "Readonly<Record<string, never>>" : `{ ${fields.join(" ")} }`}; readonly output: ${outputOf(operation)} }`;
}

function partType(operation: Operation, where: "path" | "query"): string | undefined {
  const parameters = operation.parameters.filter((parameter) => parameter.in === where);
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, required, schema }) => {
    // What a query says is text on the wire; numbers are as good.
    const type = typeText(schema);
    return `${comment(schema)}readonly ${JSON.stringify(name)}${required ? "" : "?"}: ${type === "unknown" ? "string | number" : type};`;
  });
  return `{ ${fields.join(" ")} }`;
}

function isAnyRequired(operation: Operation, where: string): boolean {
  return operation.parameters.some((parameter) => parameter.in === where && parameter.required);
}

function headerOf(operation: Operation, name: string): Parameter | undefined {
  return operation.parameters.find((parameter) => parameter.in === "header" && parameter.name === name);
}

/** A version, or the tag that was read. */
function ifMatchOf(operation: Operation): string | undefined {
  return headerOf(operation, "If-Match") === undefined ? undefined : "number | string";
}

function successOf(operation: Operation): { readonly content?: Content } {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  return success ?? {};
}

function outputOf(operation: Operation): string {
  const answer = answerOf(operation);
  if (answer === "nothing") return "undefined";
  if (answer === "bytes") return "Uint8Array";
  return answer === "events" ? "never" : typeText(successOf(operation).content?.["application/json"]?.schema ?? {});
}

function answerOf(operation: Operation): Call["answer"] {
  const [type] = Object.keys(successOf(operation).content ?? {});
  if (type === undefined) return "nothing";
  if (type === "application/json") return "json";
  return type === "text/event-stream" ? "events" : "bytes";
}

function callOf(operation: Operation & Pick<Call, "method" | "path">): Call {
  return { method: operation.method, path: operation.path, answer: answerOf(operation) };
}
