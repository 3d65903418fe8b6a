import { readFileSync } from "node:fs";

/** Reads a prompt text that stands beside the code. Throws when it is missing or empty. */
export function readText(url: URL): string {
  const text = readFileSync(url, "utf8").trim();
  if (text === "") throw new Error(`The prompt text ${url.pathname} is empty.`);
  return text;
}
