import { NAMED_SCHEMAS } from "@cadre/contracts";
import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** Writes schemas as JSON Schema, those with a name as references to the document's components. */
export type SchemaWriter = {
  /** `input`: what a client may send. `output`: what it gets. */
  write(schema: z.ZodType, io: "input" | "output"): JsonSchema;
  /** Every named schema that was referred to, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) names.add(schema, { id });

export function schemaWriter(): SchemaWriter {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    write(schema, io) {
      const written: JsonSchema = z.toJSONSchema(schema, {
        io,
        metadata: names,
        unrepresentable: "any",
        override: ({ jsonSchema, zodSchema }) => {
          describe(jsonSchema, zodSchema);
          simplify(jsonSchema, io);
        },
      });
      const moved = toComponents(written);
      const { $defs, ...rest } = moved;
      delete rest["$schema"];
      Object.assign(components, $defs);
      return rest;
    },
  };
}

/** Names and descriptions live in two registries. */
function describe(schema: JsonSchema, zodSchema: z.core.$ZodType): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined) schema["description"] ??= description;
}

/** A client must not break when an answer gains a field, and the range of whole numbers of JavaScript tells nobody anything. */
function simplify(schema: JsonSchema, io: "input" | "output"): void {
  if (io === "output" && schema["additionalProperties"] === false) delete schema["additionalProperties"];
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
}

/** Definitions stand once for the whole document. */
function toComponents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
