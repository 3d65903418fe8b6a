import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["cadre-source"] },
  ssr: { resolve: { conditions: ["cadre-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tooling/**/*.test.ts", "e2e/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
