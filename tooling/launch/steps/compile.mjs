import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, toolEnvironment } from "../places.mjs";
import { runTool } from "../run-tool.mjs";
import { filesBelow, hashOfTimes } from "../stamps.mjs";

const TESTS = /\.(test|fixture|suite)\.ts$/;

/** Compiles every package and app that the product is made of. */
export const compile = {
  name: "compile",
  label: "Compiling",
  input: () => hashOfTimes(sources()),
  isDone: () => folders().every((folder) => existsSync(join(ROOT, folder, "dist"))),
  run: () =>
    runTool([join(ROOT, "node_modules/.bin/tsc"), "-b"], {
      environment: toolEnvironment(),
      remedy: "Put the error above right, or go back to a version that compiles.",
    }),
};

/** The folders that the product is built from; testkit is not one of them. */
function folders() {
  const { references } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
  return references.map(({ path }) => path);
}

function sources() {
  const each = folders().flatMap((folder) => [`${folder}/tsconfig.json`, ...filesBelow(`${folder}/src`)]);
  return ["tsconfig.json", "tsconfig.base.json", ...each].filter((path) => !TESTS.test(path));
}
