import { type HouseRule, isCode, linesMatching } from "../house-rule.ts";

const OPEN_WORK = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"].join("|")})\\b`);
const BANNER = /^\s*(\/\/|\*)\s*[-=*#]{4,}/;
const SILENCED = new RegExp(`${"@ts-" + "(ignore|nocheck)"}|${"oxlint-" + "disable(?!-next-line [a-z/-]+ --)"}`);

/** Open work is an issue or nothing; a file that wants headings wants to be several files. */
export const leftovers: HouseRule = {
  name: "leftovers",
  check: ({ files }) => {
    const code = files.filter(({ path }) => isCode(path));
    return [
      ...linesMatching(code, OPEN_WORK).map((place) => `${place}: open work belongs in an issue.`),
      ...linesMatching(code, BANNER).map((place) => `${place}: no banners. Split the file instead.`),
      ...linesMatching(code, SILENCED).map(
        (place) => `${place}: a silenced rule needs one line, its name and a reason.`,
      ),
    ];
  },
};
