import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../check.ts";

/** Generated documents say what the code says now. */
export const generated: Check = {
  name: "generated",
  run: async (root) => {
    // Loaded late: it runs compiled code, which the check of types before it has just built.
    const { GENERATED_DOCUMENTS } = await import("../../generate/generated-documents.ts");
    const stale = GENERATED_DOCUMENTS.filter(({ path, render }) => {
      const file = join(root, path);
      return !existsSync(file) || readFileSync(file, "utf8") !== render();
    });
    return {
      problems: stale.map(({ path }) => `${path} is not what the code says. Run: npm run generate`),
      summary: `${GENERATED_DOCUMENTS.length} documents`,
    };
  },
};
