import { type HouseRule, linesMatching } from "../house-rule.ts";

const MACHINE_PATH = new RegExp(
  `(^|[^\\w.])(${["/wo" + "rk/", "/ro" + "ot/", "/home/[a-z]+/", "/Us" + "ers/"].join("|")})`,
);

/** A path that exists on one machine only is of no use to anybody else. Tests of walls and policies may name some. */
export const machinePaths: HouseRule = {
  name: "machine-paths",
  check: ({ files }) =>
    linesMatching(
      files.filter(({ path }) => !/\.(test|fixture|suite)\.ts$/.test(path)),
      MACHINE_PATH,
    ).map((place) => `${place}: names a path of one machine.`),
};
