import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, toolEnvironment } from "../places.mjs";
import { runTool } from "../run-tool.mjs";
import { filesBelow, hashOfTimes } from "../stamps.mjs";

const FOLDER = "apps/dashboard";

/** What the dashboard is built from: itself, and the packages whose sources it takes along. */
const SOURCES = ["apps/dashboard/src", "apps/dashboard/public", "packages/shared/src", "packages/domain/src"];

/** Builds the dashboard's files, which the API serves. */
export const buildDashboard = {
  name: "dashboard",
  label: "Building the dashboard",
  input: () => hashOfTimes(inputs()),
  isDone: () => existsSync(join(ROOT, FOLDER, "dist/index.html")),
  run: () =>
    runTool([join(ROOT, FOLDER, "node_modules/.bin/vite"), "build", join(ROOT, FOLDER), "--logLevel", "warn"], {
      environment: toolEnvironment(),
      remedy: "Put the error above right, or go back to a version that builds.",
    }),
};

function inputs() {
  const own = ["index.html", "package.json", "tsconfig.json", "vite.config.ts"].map((name) => `${FOLDER}/${name}`);
  return [...own, ...SOURCES.flatMap((folder) => filesBelow(folder)).filter((path) => !/\.test\.tsx?$/.test(path))];
}
