/** One broken rule: the file that breaks it, and the name under which the check must report it. */
export type Canary = {
  readonly by: "house" | "lint" | "modules" | "packages";
  readonly rule: string;
  readonly path: string;
  readonly text: string;
};

const LONG_TEXT = Array.from({ length: 5 }, (_, index) => `Line ${index} of a prompt.`).join("\n");
const LONG_FILE = "export const line = 1;\n".repeat(401);

export const CANARIES: readonly Canary[] = [
  importing("direction-shared", "packages/shared/src/canary.ts", "../../engine/src/index.ts"),
  importing("direction-core", "packages/core/src/canary.ts", "../../engine/src/index.ts"),
  importing("direction-engine", "packages/engine/src/canary.ts", "../../server-kit/src/index.ts"),
  importing("engine-features-are-apart", "packages/engine/src/tasks/canary.ts", "../runs/other-canary.ts"),
  importing("through-the-front-door", "packages/engine/src/runs/other-canary.ts", "../../../domain/src/deep/canary.ts"),
  importing("apps-are-apart", "apps/api/src/canary.ts", "../../task-executor/src/index.ts"),
  importing("tests-stay-tests", "packages/domain/src/deep/canary.ts", "./canary.fixture.ts"),
  importing("only-in-nest-and-bullmq", "packages/harness/src/nest-canary.ts", "@nestjs/common"),
  importing("only-in-prisma", "packages/harness/src/prisma-canary.ts", "@prisma/client"),
  importing("only-in-pg", "packages/harness/src/pg-canary.ts", "pg"),
  importing("only-in-vendor-sdk", "packages/harness/src/sdk-canary.ts", "@anthropic-ai/sdk"),
  importing("only-in-mcp-sdk", "packages/harness/src/mcp-canary.ts", "@modelcontextprotocol/client"),
  importing("no-circles", "packages/harness/src/circle-canary.ts", "./circle-canary.ts"),
  importing("resolvable", "packages/harness/src/nowhere-canary.ts", "./nowhere.ts"),
  file("packages/engine/src/index.ts", "export const engine = 1;\n"),
  file("packages/server-kit/src/index.ts", "export const serverKit = 1;\n"),
  file("apps/task-executor/src/index.ts", "export const executor = 1;\n"),
  file("packages/domain/src/deep/canary.fixture.ts", "export const fixture = 1;\n"),
  {
    by: "packages",
    rule: "found without any tag listed in allowlist",
    path: "packages/contracts/package.json",
    text: JSON.stringify({ name: "@cadre/contracts", dependencies: { "@cadre/engine": "workspace:*" } }),
  },
  linting("no-explicit-any", "packages/core/src/any.ts", "export const anything: any = 1;\n"),
  linting("no-non-null-assertion", "packages/core/src/bang.ts", "export const bang = (list: string[]) => list[0]!;\n"),
  linting("no-default-export", "packages/core/src/default.ts", "export default 1;\n"),
  linting("no-empty", "packages/core/src/empty.ts", "try {\n  JSON.parse('');\n} catch {}\n"),
  linting(
    "max-params",
    "packages/core/src/params.ts",
    "export function four(a = 1, b = 2, c = 3, d = 4) {\n  return [a, b, c, d];\n}\n",
  ),
  linting(
    "max-lines-per-function",
    "packages/core/src/long.ts",
    `export function long() {\n${"  JSON.parse('1');\n".repeat(60)}}\n`,
  ),
  linting("no-restricted-properties", "packages/engine/src/clock.ts", "export const at = Date.now();\n"),
  linting("no-process-env", "packages/core/src/env.ts", "export const home = process.env.HOME;\n"),
  linting("no-console", "packages/core/src/console.ts", "console.log(1);\n"),
  linting(
    "no-floating-promises",
    "packages/core/src/floating.ts",
    "export function start() {\n  Promise.resolve(1);\n}\n",
  ),
  linting(
    "switch-exhaustiveness-check",
    "packages/core/src/switch.ts",
    "export function word(of: 'a' | 'b') {\n  switch (of) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n",
  ),
  linting("prose-in-markdown", "packages/core/src/prose.ts", `export const prompt = \`${LONG_TEXT}\`;\n`),
  linting("module-mocks", "packages/core/src/mock.test.ts", "import { vi } from 'vitest';\nvi.mock('./any.ts');\n"),
  linting(
    "literal-sleeps",
    "packages/core/src/sleep.test.ts",
    "import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(500);\n",
  ),
  linting(
    "boolean-parameters",
    "packages/core/src/boolean.ts",
    "export function send(mail: string, loudly: boolean) {\n  return [mail, loudly];\n}\n",
  ),
  { by: "house", rule: "[file-length]", path: "packages/core/src/very-long.ts", text: LONG_FILE },
  { by: "house", rule: "[file-names]", path: "packages/core/src/string-utils.ts", text: "export const a = 1;\n" },
  {
    by: "house",
    rule: "[registered-suffixes]",
    path: "packages/engine/src/tasks/lost.tool.ts",
    text: "export const a = 1;\n",
  },
  { by: "house", rule: "[barrels]", path: "packages/core/src/star.ts", text: "export * from './any.ts';\n" },
  {
    by: "house",
    rule: "[leftovers]",
    path: "packages/core/src/later.ts",
    text: `// ${"TO" + "DO"}: later\nexport const a = 1;\n`,
  },
  {
    by: "house",
    rule: "[machine-paths]",
    path: "packages/core/src/place.ts",
    text: `export const a = "${"/ro" + "ot/"}x";\n`,
  },
  { by: "house", rule: "[frozen-migrations]", path: "prisma/migrations/1_canary/migration.sql", text: "select 1;\n" },
];

function importing(rule: string, path: string, target: string): Canary {
  return { by: "modules", rule, path, text: `import "${target}";\n` };
}

function linting(rule: string, path: string, text: string): Canary {
  return { by: "lint", rule, path, text };
}

/** A file that other canaries import; it breaks nothing, and every report contains the empty text. */
function file(path: string, text: string): Canary {
  return { by: "modules", rule: "", path, text };
}
