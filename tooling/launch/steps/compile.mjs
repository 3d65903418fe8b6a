import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, toolEnvironment } from "../places.mjs";
import { runTool } from "../run-tool.mjs";
import { filesBelow, hashOfTimes } from "../stamps.mjs";

const PROGRESS = /^\d+:\d+:\d+ [AP]M - |^ {4}\* .*tsconfig\.json$/;
const TESTS = /\.(test|fixture|suite)\.ts$/;

/** Compiles every package and app that the product is made of. */
export const compile = {
  name: "compile",
  label: "Compiling",
  input: () => hashOfTimes(sources()),
  isDone: () => folders().every((folder) => existsSync(join(ROOT, folder, "dist"))),
  run: (tell) =>
    runTool([join(ROOT, "node_modules/.bin/tsc"), "-b", "--verbose"], {
      environment: toolEnvironment(),
      remedy: "Put the error above right, or go back to a version that compiles.",
      onLine: listenTo(tell),
    }),
};

/** Tells which package is being compiled. What the compiler says of its own progress begins with the time. */
function listenTo(tell) {
  const all = folders().length;
  let at = 0;
  return (line) => {
    const folder = /Building project '(?:.*\/)?([^/]+\/[^/]+)\/tsconfig\.json'/.exec(line)?.[1];
    if (folder !== undefined) tell(`${folder} (${(at += 1)} of ${all})`);
    return PROGRESS.test(line);
  };
}

/** The folders that the product is built from; testkit is not one of them. */
function folders() {
  const { references } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
  return references.map(({ path }) => path);
}

function sources() {
  const each = folders().flatMap((folder) => [`${folder}/tsconfig.json`, ...filesBelow(`${folder}/src`)]);
  return ["tsconfig.json", "tsconfig.base.json", ...each].filter((path) => !TESTS.test(path));
}
