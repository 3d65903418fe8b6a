import { HOUSE_RULES } from "../../check-house/house-rules.ts";
import { readHouse } from "../../check-house/read-house.ts";
import type { Check } from "../check.ts";

/** What no linter knows: sizes, names, lists, leftovers, frozen migrations. */
export const house: Check = {
  name: "house",
  run: async (root) => {
    const found = readHouse(root);
    const problems = HOUSE_RULES.flatMap((rule) => rule.check(found).map((problem) => `${problem} [${rule.name}]`));
    return { problems, summary: `${found.files.length} files, ${HOUSE_RULES.length} rules` };
  },
};
