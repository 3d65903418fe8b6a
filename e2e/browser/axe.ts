import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type Finding = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
};

/** What axe finds on a page, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${impact} ${id} at ${node.target.join(" ")}: ${node.failureSummary.replaceAll("\n", " ")}`),
  );
}
