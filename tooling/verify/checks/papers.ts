import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { readHouse } from "../../check-house/read-house.ts";
import type { SourceFile } from "../../check-house/house-rule.ts";
import type { Check } from "../check.ts";

const PAPER = /^([A-Z]+\.md|docs\/.*\.md)$/;
const NAMED_PATH = /`((?:packages|apps|prisma|tooling|docs|infra|e2e)\/[\w./@-]*)`/g;
const NAMED_SYMBOL = /`([\w$.-]+)` in\s+`([\w./@-]+\/[\w./@-]+)`/g;
const LINK = /\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g;

/** What a paper names must be there: a file, a folder, a name in a file. A recipe that leads nowhere is worse than none. */
export const papers: Check = {
  name: "papers",
  run: async (root) => {
    const { files } = readHouse(root);
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const looked = files.filter(({ path }) => PAPER.test(path));
    const problems = looked.flatMap((paper) => [
      ...missingPlaces(paper, texts)
        .filter((place) => !existsSync(join(root, place)))
        .map((place) => `${paper.path} names ${place}, which does not exist.`),
      ...missingSymbols(paper, texts),
    ]);
    if (looked.length === 0) problems.push("No paper was found.");
    return { problems, summary: `${looked.length} papers` };
  },
};

/** The places that a paper names and that are no text of the house; a picture may still be there. */
function missingPlaces({ path, text }: SourceFile, texts: ReadonlyMap<string, string>): string[] {
  const named = [...text.matchAll(NAMED_PATH)].map(([, place = ""]) => place);
  const linked = [...text.matchAll(LINK)].map(([, place = ""]) => posix.join(posix.dirname(path), place));
  return [...named, ...linked].filter((place) => !isThere(place, texts));
}

function isThere(place: string, texts: ReadonlyMap<string, string>): boolean {
  const folder = place.endsWith("/") ? place : `${place}/`;
  return texts.has(place) || [...texts.keys()].some((path) => path.startsWith(folder));
}

function missingSymbols({ path, text }: SourceFile, texts: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(NAMED_SYMBOL)].flatMap(([, symbol = "", place = ""]) => {
    const isNamed = texts.get(place)?.includes(symbol) ?? true;
    return isNamed ? [] : [`${path} says that ${symbol} is in ${place}; it is not.`];
  });
}
