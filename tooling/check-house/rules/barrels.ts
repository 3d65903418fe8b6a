import { type HouseRule, isCode, linesMatching } from "../house-rule.ts";

const FRONT_DOOR = /^(packages|apps)\/[^/]+\/src\/index\.ts$/;

/** One search finds where a thing is defined: no `export *`, and no index but the front door of a package. */
export const barrels: HouseRule = {
  name: "barrels",
  check: ({ files }) => {
    const code = files.filter(({ path }) => isCode(path));
    const indexes = code.filter(({ path }) => /(^|\/)index\.[a-z]+$/.test(path) && !FRONT_DOOR.test(path));
    return [
      ...indexes.map(({ path }) => `${path}: only a package has an index.ts. Import from the file that defines.`),
      ...linesMatching(code, /^export \*/).map((place) => `${place}: name what is exported.`),
    ];
  },
};
