import { defineConfig } from "vitest/config";

const DATABASE_TESTS = [
  "packages/*/src/**/*.db.test.ts",
  "apps/*/src/**/*.db.test.ts",
  "tooling/*/*.db.test.ts",
  "e2e/**/*.db.test.ts",
];
/** Minutes of kills and suspensions: `npm test -- --tests e2e/crash`. */
const CRASH_TESTS = ["e2e/crash/*.db.test.ts"];
/** Starts the whole product and walks it with Chromium; needs the build. */
const BROWSER_TESTS = ["e2e/browser/*.test.ts"];
const ALL_TESTS = [
  "packages/*/src/**/*.test.ts",
  "apps/*/src/**/*.test.ts",
  "tooling/**/*.test.ts",
  "e2e/**/*.test.ts",
];
const NEVER = ["**/node_modules/**", "**/dist/**"];

/** Packages are tested from their sources, whether or not they are built. */
const fromSource = {
  resolve: {
    alias: [
      { find: "@cadre/standalone/postgres", replacement: source("apps/standalone/src/postgres/embedded-postgres.ts") },
      { find: /^@cadre\/([a-z-]+)\/environment$/, replacement: source("apps/$1/src/env.ts") },
      { find: /^@cadre\/(api|task-executor|heartbeat-worker)$/, replacement: source("apps/$1/src/index.ts") },
      { find: /^@cadre\/([a-z-]+)$/, replacement: source("packages/$1/src/index.ts") },
    ],
  },
};

function source(path: string): string {
  return `${import.meta.dirname}/${path}`;
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...fromSource,
        test: {
          name: "pure",
          include: ALL_TESTS,
          exclude: [...NEVER, ...DATABASE_TESTS, ...BROWSER_TESTS],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: "database",
          include: DATABASE_TESTS,
          exclude: [...NEVER, ...CRASH_TESTS],
          globalSetup: ["packages/testkit/src/global-database.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: "browser",
          include: BROWSER_TESTS,
          exclude: NEVER,
          globalSetup: ["packages/testkit/src/global-database.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: "crash",
          include: CRASH_TESTS,
          exclude: NEVER,
          globalSetup: ["packages/testkit/src/global-database.ts"],
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
