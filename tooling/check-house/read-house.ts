import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { House } from "./house-rule.ts";

const NOT_OURS = /(^|\/)(node_modules|dist|generated)\/|^pnpm-lock\.yaml$|\.(png|ico|woff2|csv|snap)$/;

/** Reads every file that git knows or would add. */
export function readHouse(root: string): House {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  const files = listed
    .split("\0")
    .filter((path) => path !== "" && !NOT_OURS.test(path) && isFile(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  return { root, files };
}

/** A file deleted but not yet committed is listed too, and so is a linked folder. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
