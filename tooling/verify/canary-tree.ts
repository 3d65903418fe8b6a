import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

const RULES = [
  ".gitignore",
  ".oxlintrc.json",
  ".dependency-cruiser.mjs",
  "turbo.json",
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "tooling/lint",
];

/** Copies the rules and the packages' manifests, but no code, and makes it a checkout of its own. */
export function copyRules(root: string, copy: string): void {
  const manifests = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "packages", "apps"], {
    cwd: root,
    encoding: "utf8",
  });
  const wanted = manifests.split("\n").filter((path) => /\/(package|turbo|tsconfig)\.json$/.test(path));
  for (const path of [...RULES, ...wanted]) {
    if (!existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
}
