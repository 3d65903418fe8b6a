import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, toolEnvironment } from "../places.mjs";
import { runTool } from "../run-tool.mjs";
import { filesBelow, hashOfTimes, workspaceFolders } from "../stamps.mjs";

/** Compiles every package and app. */
export const compile = {
  name: "compile",
  label: "Compiling",
  input: () => hashOfTimes(sources()),
  isDone: () => workspaceFolders().every((folder) => !hasSources(folder) || existsSync(join(ROOT, folder, "dist"))),
  run: () =>
    runTool([join(ROOT, "node_modules/.bin/tsc"), "-b"], {
      environment: toolEnvironment(),
      remedy: "Put the error above right, or go back to a version that compiles.",
    }),
};

function sources() {
  const own = ["tsconfig.json", "tsconfig.base.json"];
  const each = workspaceFolders().flatMap((folder) => [`${folder}/tsconfig.json`, ...filesBelow(`${folder}/src`)]);
  return [...own, ...each].filter((path) => existsSync(join(ROOT, path)));
}

function hasSources(folder) {
  return filesBelow(`${folder}/src`).some((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
}
