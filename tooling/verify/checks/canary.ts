import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CANARIES, type Canary } from "../canaries.ts";
import { copyRules } from "../canary-tree.ts";
import type { Check } from "../check.ts";
import { house } from "./house.ts";
import { lint } from "./lint.ts";
import { modules } from "./modules.ts";
import { packages } from "./packages.ts";

const WATCHED: Readonly<Record<Canary["by"], Check>> = { house, lint, modules, packages };

/**
 * Breaks rules on purpose in a copy and demands that each break is reported: a tool that went blind, through an update or
 * a wrong path, would otherwise call everything well.
 */
export const canary: Check = {
  name: "canary",
  run: async (root) => {
    const copy = mkdtempSync(join(tmpdir(), "cadre-canary-"));
    try {
      copyRules(root, copy);
      for (const { path, text } of CANARIES) {
        mkdirSync(dirname(join(copy, path)), { recursive: true });
        writeFileSync(join(copy, path), text);
      }
      const reports = await Promise.all(
        Object.entries(WATCHED).map(
          async ([name, check]) => [name, (await check.run(copy)).problems.join("\n")] as const,
        ),
      );
      const said = new Map<string, string>(reports);
      const silent = CANARIES.filter(({ by, rule }) => !said.get(by)?.includes(rule));
      return {
        problems: silent.map(
          ({ by, rule, path }) => `The check "${by}" did not report ${rule} for the canary ${path}.`,
        ),
        summary: `${CANARIES.length} violations reported`,
      };
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
};
