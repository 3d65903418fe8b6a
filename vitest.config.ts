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
/** Tell what the browsers showed when a test fails. */
const BROWSER_SETUP = ["e2e/browser/tell-failures.ts"];
const NEVER = ["**/node_modules/**", "**/dist/**"];

/** Too long for each change: they run when they are named, beside the crash suite. */
const NAMED_BROWSER_TESTS = ["e2e/browser/hostile-windows.test.ts"];

/**
 * Limits for what must not hang, never for speed: a machine with other work on it may be many times slower than a free one.
 * Waiting for something (`expect.poll`) ends before the test does, so that its message says what was missing.
 */
const LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

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
          ...LIMITS,
        },
      },
      {
        ...fromSource,
        test: {
          name: "database",
          include: DATABASE_TESTS,
          exclude: [...NEVER, ...CRASH_TESTS],
          globalSetup: ["packages/testkit/src/global-database.ts"],
          ...LIMITS,
        },
      },
      {
        ...fromSource,
        test: {
          name: "browser",
          include: BROWSER_TESTS,
          exclude: [...NEVER, ...NAMED_BROWSER_TESTS],
          setupFiles: BROWSER_SETUP,
          globalSetup: ["packages/testkit/src/global-database.ts"],
          fileParallelism: false,
          ...LIMITS,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: "crash",
          include: [...CRASH_TESTS, ...NAMED_BROWSER_TESTS],
          exclude: NEVER,
          setupFiles: BROWSER_SETUP,
          globalSetup: ["packages/testkit/src/global-database.ts"],
          ...LIMITS,
        },
      },
    ],
  },
});
