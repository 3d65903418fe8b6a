import { type HouseRule, isCode } from "../house-rule.ts";

const MAX_LINES = 400;

/** A reader, human or agent, must see the whole of a file. */
export const fileLength: HouseRule = {
  name: "file-length",
  check: ({ files }) =>
    files
      .filter(({ path }) => isCode(path))
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(
        ({ path, lines }) => `${path} has ${lines} lines; ${MAX_LINES} is the limit. Split it by what its parts do.`,
      ),
};
