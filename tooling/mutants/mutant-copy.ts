import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Mutation } from "./mutation.ts";

/** A copy of the checkout in which rules are broken, so that the checkout itself is never touched. */
export type MutantCopy = {
  /** Runs tests and answers how many failed and passed. */
  runTests(tests: readonly string[]): { failed: number; passed: number };
  /** Breaks a rule until the answered function is called. */
  apply(mutation: Mutation): () => void;
  remove(): void;
};

export function copyCheckout(root: string): MutantCopy {
  const copy = mkdtempSync(join(tmpdir(), "cadre-mutants-"));
  for (const path of committedFiles(root)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  for (const folder of ["", ...workspaces(copy)]) linkIfThere(join(root, folder, "node_modules"), join(copy, folder));
  return {
    runTests: (tests) => runTests(copy, tests),
    apply: (mutation) => apply(copy, mutation),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

function committedFiles(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  return listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

function workspaces(copy: string): string[] {
  const manifests = execFileSync("find", ["packages", "apps", "-maxdepth", "2", "-name", "package.json"], {
    cwd: copy,
    encoding: "utf8",
  });
  return manifests.split("\n").filter(Boolean).map(dirname);
}

function linkIfThere(target: string, folder: string): void {
  if (existsSync(target)) symlinkSync(target, join(folder, "node_modules"));
}

function runTests(copy: string, tests: readonly string[]): { failed: number; passed: number } {
  const counts = join(copy, "test-results/counts.json");
  rmSync(counts, { force: true });
  const command = ["run", "--reporter=./tooling/facts/facts-reporter.ts", ...tests];
  const answer = spawnSync("vitest", command, { cwd: copy, encoding: "utf8" });
  if (existsSync(counts)) return JSON.parse(readFileSync(counts, "utf8"));
  throw new Error(`vitest ran no test:\n${answer.stdout}\n${answer.stderr}`);
}

function apply(copy: string, { file, search, replace }: Mutation): () => void {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  if (original.split(search).length !== 2) {
    throw new Error(`${file} must contain exactly once: ${search}\nThe code moved on; bring the mutation after it.`);
  }
  writeFileSync(
    path,
    original.replace(search, () => replace),
  );
  return () => writeFileSync(path, original);
}
