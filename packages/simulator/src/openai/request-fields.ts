import { badParameter } from "./openai-error.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** An object, or the vendor's refusal that names where it should stand. */
export function objectAt(value: unknown, param: string): Fields {
  if (value === undefined || value === null) throw missing(param);
  if (typeof value !== "object" || Array.isArray(value)) throw wrongType(param, "an object", value);
  return value as Fields;
}

export function listAt(value: unknown, param: string): readonly unknown[] {
  if (value === undefined || value === null) throw missing(param);
  if (!Array.isArray(value)) throw wrongType(param, "an array", value);
  return value;
}

export function textAt(value: unknown, param: string): string {
  if (value === undefined || value === null) throw missing(param);
  if (typeof value !== "string") throw wrongType(param, "a string", value);
  return value;
}

/** A number, or undefined where none was sent. */
export function numberAt(value: unknown, param: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number") throw wrongType(param, "a number", value);
  return value;
}

export function flagAt(value: unknown, param: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw wrongType(param, "a boolean", value);
  return value;
}

/** One of the words, or the vendor's refusal that lists them. */
export function wordAt<const Word extends string>(value: unknown, param: string, words: readonly Word[]): Word {
  const text = textAt(value, param);
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  const known = words.map((word) => `'${word}'`).join(", ");
  throw badParameter(param, `Invalid value: '${text}'. Supported values are: ${known}.`);
}

/** Refuses fields that the dialect does not know. */
export function refuseUnknown(fields: Fields, known: readonly string[], path = ""): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const param = `${path}${unknown}`;
  throw badParameter(param, `Unknown parameter: '${param}'.`, "unknown_parameter");
}

function missing(param: string): Error {
  return badParameter(param, `Missing required parameter: '${param}'.`, "missing_required_parameter");
}

function wrongType(param: string, wanted: string, value: unknown): Error {
  const got = Array.isArray(value) ? "an array" : typeof value;
  return badParameter(
    param,
    `Invalid type for '${param}': expected ${wanted}, but got ${got} instead.`,
    "invalid_type",
  );
}
