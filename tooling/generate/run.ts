import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GENERATED_DOCUMENTS } from "./generated-documents.ts";

/** `npm run generate`: writes every document that is made from the code. The gate compares them. */
for (const { path, render } of GENERATED_DOCUMENTS) {
  const file = join(import.meta.dirname, "../..", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, render());
}
