import type { JsonObject } from "@cadre/shared";

/** What a model is told of a tool. `parameters` is a JSON Schema of an object. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
};
