import type { HouseRule } from "./house-rule.ts";
import { barrels } from "./rules/barrels.ts";
import { fileLength } from "./rules/file-length.ts";
import { fileNames } from "./rules/file-names.ts";
import { frozenMigrations } from "./rules/frozen-migrations.ts";
import { leftovers } from "./rules/leftovers.ts";
import { machinePaths } from "./rules/machine-paths.ts";
import { registeredSuffixes } from "./rules/registered-suffixes.ts";

export const HOUSE_RULES: readonly HouseRule[] = [
  fileLength,
  fileNames,
  registeredSuffixes,
  barrels,
  leftovers,
  machinePaths,
  frozenMigrations,
];
