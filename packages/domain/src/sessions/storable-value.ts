import { isStorableText, storableText } from "@cadre/shared";

/** The same value with every text in it, keys included, made storable. The input is left as it is. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storableValue(member)]));
}

/** True when every text in the value, keys included, can be stored as it is. Not for values that are nested without end. */
export function isStorableValue(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => isStorableText(key) && isStorableValue(member));
}
