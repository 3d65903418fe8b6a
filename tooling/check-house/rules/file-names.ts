import { basename, dirname } from "node:path";
import { type HouseRule, isCode } from "../house-rule.ts";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mts|mjs|js)$/;
const VAGUE = /^(.*-)?(utils?|helpers?|commons?|bases?|misc|msg|datas?|infos?|handles?|processors?)$/;
const VAGUE_ALONE = new Set(["manager", "managers", "types", "constants", "functions", "stuff", "shared"]);
const CONFIG = /^[^/]+$/;

/** If it has no better name, it has no better place. */
export const fileNames: HouseRule = {
  name: "file-names",
  check: ({ files }) =>
    files
      .filter(({ path }) => isCode(path) && !CONFIG.test(path))
      .flatMap(({ path }) => {
        const stem = basename(path).split(".")[0] ?? "";
        const folder = dirname(path).split("/").slice(2).find(isVague);
        if (!KEBAB.test(basename(path))) return [`${path}: file names are kebab-case.`];
        if (isVague(stem)) return [`${path}: "${stem}" says nothing. Name it after what it does.`];
        return folder === undefined
          ? []
          : [`${path}: the folder "${folder}" says nothing. Name it after what it holds.`];
      }),
};

function isVague(name: string): boolean {
  return VAGUE.test(name) || VAGUE_ALONE.has(name);
}
