import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { GENERATED_DOCUMENTS } from "./generated-documents.ts";

/** `npm run generate`: writes every document that is made from the code. With `--check` it only names those that are out of date. */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

for (const { path, render } of GENERATED_DOCUMENTS) {
  const file = join(import.meta.dirname, "../..", path);
  const wanted = render();
  if (existsSync(file) && readFileSync(file, "utf8") === wanted) continue;
  if (values.check) {
    console.log(`${path} is not what the code says. Run: npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  }
}
