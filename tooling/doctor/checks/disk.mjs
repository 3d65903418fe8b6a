import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { failed, ok, warning } from "../verdict.mjs";

const NEEDED_MB = 200;
const COMFORTABLE_MB = 2_000;
const BYTES_PER_MB = 1_048_576;

export const disk = {
  name: "disk",
  run: ({ home }) => {
    const folder = nearestExisting(home);
    const { bavail, bsize } = statfsSync(folder);
    const free = Math.floor((bavail * bsize) / BYTES_PER_MB);
    const found = `${free} MB free at ${folder}`;
    if (free >= COMFORTABLE_MB) return ok(found);
    const fix = "Free some space, or set CADRE_HOME to a folder on another disk.";
    return free >= NEEDED_MB ? warning(found, fix) : failed(found, fix);
  },
};

export function nearestExisting(path) {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
