import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHECKS } from "./checks.ts";
import { runChecks } from "./run-checks.ts";
import { runTests } from "./run-tests.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The gate: `pnpm verify`, `pnpm verify --only lint,house`, `pnpm verify --tests packages/core`. */
const { values } = parseArgs({ options: { only: { type: "string" }, tests: { type: "string" } } });

const wanted = values.only?.split(",") ?? (values.tests === undefined ? CHECKS.map(({ name }) => name) : []);
const checksPass = await runChecks(
  CHECKS.filter(({ name }) => wanted.includes(name)),
  ROOT,
);
const runsTests = values.only === undefined || wanted.includes("tests");
const testsPass = runsTests ? await runTests(ROOT, values.tests) : true;
process.exitCode = checksPass && testsPass ? 0 : 1;
