import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD, ROOT } from "./places.mjs";

/** The input that a step's last finished run saw; empty when it never finished. */
export function readStamp(name) {
  const file = join(BUILD, `${name}.stamp`);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

export function writeStamp(name, text) {
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(join(BUILD, `${name}.stamp`), text);
}

/** A hash of the content of some files, and of what they are called. */
export function hashOfFiles(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

/** A hash of path, size and time of change of some files: a cheap sign that something was edited. */
export function hashOfTimes(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** All files below a folder of the checkout, sorted, as paths from its root. A folder that is missing has none. */
export function filesBelow(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length))
    .sort();
}

/** The folders of all workspace packages that have a manifest. */
export function workspaceFolders() {
  return ["packages", "apps"].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .map((name) => `${group}/${name}`)
      .filter((folder) => existsSync(join(ROOT, folder, "package.json")))
      .sort(),
  );
}
