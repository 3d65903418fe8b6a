import { basename } from "node:path";
import type { HouseRule, SourceFile } from "../house-rule.ts";

/** Each kind of registered thing, and the names that its list may have. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  tool: ["tool-catalog.ts", "builtin-tools.ts"],
  job: ["jobs.ts"],
  item: ["mailbox-items.ts"],
  section: ["section-order.ts"],
  provider: ["providers.ts"],
  stage: ["compress.ts"],
  step: ["prepare.ts"],
  scenario: ["scenarios.ts"],
  reaction: ["reactions.ts"],
  controller: ["controllers.ts"],
  document: ["documents.ts"],
  gateway: ["gateways.ts"],
};

/** A thing with a registered suffix is in its list, or it does not exist for the product. */
export const registeredSuffixes: HouseRule = {
  name: "registered-suffixes",
  check: ({ files }) =>
    files.flatMap((file) => {
      const suffix = /\.([a-z]+)\.ts$/.exec(file.path)?.[1] ?? "";
      const lists = LISTS[suffix];
      if (lists === undefined) return [];
      const found = listsOf(file, lists, files);
      if (found.some(({ text }) => text.includes(`/${basename(file.path)}"`))) return [];
      return [`${file.path} is not in its list (${lists.join(" or ")}). Add its line, or delete it.`];
    }),
};

function listsOf(file: SourceFile, names: readonly string[], files: readonly SourceFile[]): SourceFile[] {
  const home = file.path.split("/").slice(0, 2).join("/");
  return files.filter(({ path }) => path.startsWith(`${home}/`) && names.includes(basename(path)));
}
