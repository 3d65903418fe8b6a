import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../places.mjs";
import { filesBelow, hashOfTimes, workspaceFolders } from "../stamps.mjs";

/** Its builder takes everything along itself. */
const BUNDLED = "apps/dashboard";
const NOT_ASSETS = /\.tsx?$|\.snap$|\/fixtures\//;

/** Copies what is not TypeScript (prompt texts, SQL, pages) to the place where the compiled code reads it. */
export const copyAssets = {
  name: "assets",
  label: "Copying texts",
  input: () => hashOfTimes(assets()),
  isDone: () => assets().every((path) => existsSync(join(ROOT, placeOf(path)))),
  run: async () => {
    for (const path of assets()) {
      mkdirSync(dirname(join(ROOT, placeOf(path))), { recursive: true });
      copyFileSync(join(ROOT, path), join(ROOT, placeOf(path)));
    }
  },
};

function assets() {
  return workspaceFolders()
    .filter((folder) => folder !== BUNDLED)
    .flatMap((folder) => filesBelow(`${folder}/src`))
    .filter((path) => !NOT_ASSETS.test(path));
}

function placeOf(path) {
  return path.replace(/^((?:packages|apps)\/[^/]+)\/src\//, "$1/dist/");
}
