import { existsSync } from "node:fs";
import { join } from "node:path";
import { NODE_24, ROOT } from "../places.mjs";
import { runTool } from "../run-tool.mjs";
import { hashOfFiles, workspaceFolders } from "../stamps.mjs";

const PNPM = ["npx", "-y", "pnpm@12.21.0"];

/** Installs the locked packages. Without its stamp an installation was cut short, and is done again. */
export const install = {
  name: "install",
  label: "Installing packages",
  input: () => `${process.platform}-${process.arch} ${hashOfFiles(manifests())}`,
  isDone: () => existsSync(NODE_24) && existsSync(join(ROOT, "node_modules/.modules.yaml")),
  run: (tell) =>
    runTool([...PNPM, "install", "--frozen-lockfile", "--reporter=append-only"], {
      environment: { ...process.env, CI: "true" },
      remedy: "Check that the npm registry can be reached and the disk has 2 GB free, then start again.",
      onLine: (line) => {
        const [, downloaded, added] = /^Progress: .*downloaded (\d+), added (\d+)/.exec(line) ?? [];
        if (downloaded !== undefined) tell(`${downloaded} downloaded, ${added} in place`);
        return line.startsWith("Progress: ");
      },
    }),
};

function manifests() {
  const own = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "tooling/package.json"];
  return [...own, ...workspaceFolders().map((folder) => `${folder}/package.json`)];
}
