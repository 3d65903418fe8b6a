/** A random name. `crypto.randomUUID` exists on https and localhost only; this works on a plain http address too. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
