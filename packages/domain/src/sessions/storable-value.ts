import { storableText } from "@cadre/shared";

/** The same value with every text in it, keys included, made storable. The input is left as it is. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storableValue(member)]));
}
