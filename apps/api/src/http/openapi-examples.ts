import { ID_PREFIXES } from "@cadre/shared";
import type { JsonSchema } from "./json-schemas.ts";

const INSTANT = "2026-11-29T12:00:00.000Z";
const ID_TAIL = "01k4znm7q1dhb8wq0m5vzy2s3e";

/** What a reader should see under these names; the rest is made from the schema alone. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  body: '{"type":"task.accepted","timestamp":"2026-11-29T12:00:00.000Z","data":{}}',
  code: "task.not-found",
  cron: "0 9 * * 1-5",
  email: "ada@example.com",
  eventType: "task.accepted",
  every: "4h",
  key: "DEMO-7",
  name: "Ada",
  prefix: "cad_5t0Qk1Wm",
  reference: "out/hello.txt",
  slug: "acme",
  status: 404,
  timeZone: "Europe/London",
  title: "Say hello",
  topic: "task",
  type: "task.accepted",
  url: "https://example.com/hooks/cadre",
};

/** Where an example stands: the names of the fields around it, the nearest last, and the definitions that references lead to. */
type Place = { readonly names: readonly string[]; readonly definitions: Readonly<Record<string, JsonSchema>> };

const DEPTH_MAX = 6;

/** A value that the schema accepts, the same each time, made to be read. */
export function exampleOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): unknown {
  return valueOf(schema, { names: [], definitions });
}

function valueOf(schema: JsonSchema, place: Place): unknown {
  const { $ref: reference } = schema;
  if (typeof reference === "string") return referred(reference, place);
  if ("const" in schema) return schema["const"];
  const { enum: choices, default: preset } = schema;
  if (Array.isArray(choices)) return choices[0] as unknown;
  if (preset !== undefined) return preset;
  const branch = firstBranch(schema);
  return branch === undefined ? plainValue(schema, place) : valueOf(branch, place);
}

function referred(reference: string, place: Place): unknown {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const definition = place.definitions[name];
  if (definition === undefined) throw new Error(`The schema ${name} is not defined.`);
  // An id alone says of what it is only by the name of its schema.
  return valueOf(definition, { ...place, names: [...place.names, name.charAt(0).toLowerCase() + name.slice(1)] });
}

/** Of several forms the first that says something. */
function firstBranch(schema: JsonSchema): JsonSchema | undefined {
  const branches = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  if (!Array.isArray(branches)) return undefined;
  const all = branches as JsonSchema[];
  return all.find(({ type }) => type !== "null") ?? all[0];
}

function plainValue(schema: JsonSchema, place: Place): unknown {
  switch (typeOf(schema)) {
    case "object":
      return objectOf(schema, place);
    case "array":
      return arrayOf(schema, place);
    case "integer":
    case "number":
      return numberOf(schema, place);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return stringOf(schema, place);
    default:
      return {};
  }
}

/** Of several types the first that says something. */
function typeOf({ type }: JsonSchema): unknown {
  return Array.isArray(type) ? (type.find((one) => one !== "null") ?? "null") : type;
}

function objectOf(schema: JsonSchema, place: Place): Readonly<Record<string, unknown>> {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      valueOf(property, { ...place, names: [...place.names, name] }),
    ]),
  );
}

function arrayOf(schema: JsonSchema, place: Place): readonly unknown[] {
  const { items } = schema;
  return items === undefined || place.names.length > DEPTH_MAX ? [] : [valueOf(items as JsonSchema, place)];
}

function numberOf(schema: JsonSchema, { names }: Place): number {
  const wanted = BY_NAME[names.at(-1) ?? ""];
  const { minimum, maximum } = schema;
  const least = typeof minimum === "number" ? minimum : 1;
  const value = typeof wanted === "number" ? wanted : Math.max(1, least);
  return typeof maximum === "number" ? Math.min(value, maximum) : value;
}

function stringOf(schema: JsonSchema, { names }: Place): string {
  const { format } = schema;
  if (format === "date-time") return INSTANT;
  if (format === "date") return INSTANT.slice(0, 10);
  const name = names.at(-1) ?? "";
  const wanted = BY_NAME[name];
  if (typeof wanted === "string") return wanted;
  return idUnder(names) ?? "…";
}

/** An id, by the name it stands under: `taskId`, or `id` in a task. */
function idUnder(names: readonly string[]): string | undefined {
  const name = names.at(-1) ?? "";
  if (!/(^id|Ids?)$/.test(name)) return undefined;
  const around = name === "id" ? (names.at(-2) ?? "") : name.replace(/Ids?$/, "");
  const kinds = Object.keys(ID_PREFIXES).toSorted((one, other) => other.length - one.length);
  const kind = kinds.find((known) => around.toLowerCase().includes(known.toLowerCase()));
  const prefixes: Readonly<Record<string, string>> = ID_PREFIXES;
  return `${prefixes[kind ?? "person"] ?? "id"}_${ID_TAIL}`;
}
