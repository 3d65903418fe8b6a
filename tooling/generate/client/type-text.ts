/** A JSON Schema, as the OpenAPI document of this project writes it. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords that narrow values without changing their type, and those that are read below. */
const KNOWN = new Set([
  "$ref",
  "additionalProperties",
  "allOf",
  "anyOf",
  "const",
  "default",
  "description",
  "enum",
  "exclusiveMinimum",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "oneOf",
  "pattern",
  "properties",
  "propertyNames",
  "required",
  "type",
]);

/** The TypeScript type of a schema. Throws at a keyword nobody has taught it, so that no type is quietly wrong. */
export function typeText(schema: Schema): string {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword));
  if (unknown !== undefined) throw new Error(`The client's types cannot say "${unknown}" yet: teach typeText to.`);
  const { $ref: reference, const: constant, enum: choices } = schema;
  if (typeof reference === "string") return reference.slice(reference.lastIndexOf("/") + 1);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(choices)) return union(choices.map((choice) => JSON.stringify(choice)));
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) return union((branches as Schema[]).map(typeText));
  const { allOf, type } = schema;
  if (Array.isArray(allOf)) return (allOf as Schema[]).map((part) => `(${typeText(part)})`).join(" & ");
  if (Array.isArray(type)) return union(type.map((one) => plainType({ ...schema, type: one as string })));
  return plainType(schema);
}

function plainType(schema: Schema): string {
  switch (schema["type"]) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly (${typeText((schema["items"] ?? {}) as Schema)})[]`;
    case "object":
      return objectType(schema);
    case undefined:
      return "unknown";
    default:
      throw new Error(`The client's types cannot say type "${String(schema["type"])}".`);
  }
}

function objectType(schema: Schema): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const more = schema["additionalProperties"];
  if (properties.length === 0) {
    if (more === false) return "Readonly<Record<string, never>>";
    return `Readonly<Record<string, ${typeof more === "object" && more !== null ? typeText(more as Schema) : "unknown"}>>`;
  }
  const required = (schema["required"] ?? []) as readonly string[];
  const lines = properties.map(([name, property]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${comment(property)}readonly ${JSON.stringify(name)}${mark}: ${typeText(property)};`;
  });
  return `{ ${lines.join(" ")} }`;
}

/** The description of a schema as a comment before what it describes. */
export function comment({ description }: Schema): string {
  return typeof description === "string" ? `/** ${description.replaceAll("*/", "*\\/")} */ ` : "";
}

function union(parts: readonly string[]): string {
  return [...new Set(parts)].join(" | ");
}
