import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { recordResults, withoutResult } from "../facts/record-results.ts";
import { GENERATED_DOCUMENTS } from "./generated-documents.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * `npm run generate`: keeps the results of the last run of tests and writes every document that is made from the code. With `--check`
 * it only names the documents that are out of date.
 */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

if (!values.check) recordResults(ROOT);

for (const { path, render } of GENERATED_DOCUMENTS) {
  const file = join(ROOT, path);
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

for (const file of withoutResult(ROOT)) {
  console.log(`${file} has facts without a result. Run: npm test -- --tests ${file} && npm run generate`);
  if (values.check) process.exitCode = 1;
}
