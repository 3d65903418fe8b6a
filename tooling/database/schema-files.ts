import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const SCHEMA = "prisma/schema";

export type SchemaFile = { readonly path: string; readonly content: string };

/** The files of Prisma's schema; their paths, from the root of the checkout, stand in the engine's complaints. */
export function readSchemaFiles(): SchemaFile[] {
  return readdirSync(join(ROOT, SCHEMA))
    .filter((name) => name.endsWith(".prisma"))
    .sort()
    .map((name) => `${SCHEMA}/${name}`)
    .map((path) => ({ path, content: readFileSync(join(ROOT, path), "utf8") }));
}
