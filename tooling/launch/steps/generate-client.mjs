import { existsSync } from "node:fs";
import { join } from "node:path";
import { NODE_24, ROOT, toolEnvironment } from "../places.mjs";
import { runTool } from "../run-tool.mjs";
import { filesBelow, hashOfFiles } from "../stamps.mjs";

const SCHEMA = "prisma/schema";
const PRODUCT = "packages/database/src/generated";

/** Writes the database client from the schema. Generating needs no schema engine, so Node stands in for the download. */
export const generateClient = {
  name: "generate-client",
  label: "Generating the database client",
  input: () => hashOfFiles([...filesBelow(SCHEMA), "pnpm-lock.yaml"]),
  isDone: () => !existsSync(join(ROOT, SCHEMA)) || existsSync(join(ROOT, PRODUCT)),
  run: async () => {
    if (!existsSync(join(ROOT, SCHEMA))) return;
    await runTool([join(ROOT, "node_modules/.bin/prisma"), "generate"], {
      environment: { ...toolEnvironment(), PRISMA_SCHEMA_ENGINE_BINARY: NODE_24, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
      remedy: "The schema in prisma/schema has a mistake; the message above names the line.",
    });
  },
};
