import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A fact as a test names it. What is computed in a title stands there as `${…}`. */
export type NamedFact = { readonly id: string; readonly title: string; readonly file: string };

const TEST_FILE = /\.test\.ts$/;

/** `fact("M17", "title", …)` or `fact(["TW-14", "TW-16"], "title", …)`; ids and titles are literals. */
const FACT = /\bfact\(\s*(\[[^\]]*\]|"[^"]*"),\s*("(?:[^"\\]|\\.)*"|`[^`]*`|'[^']*')/g;
const ANY_FACT = /(?<![\w.])fact\(/g;
const COMPUTED = /\$\{[^}]*\}/;

/** Which facts of the specification the tests of this checkout name, in the order of their files. */
export function namedFacts(root: string): readonly NamedFact[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  return listed
    .split("\n")
    .filter((path) => TEST_FILE.test(path))
    .toSorted()
    .flatMap((file) => factsIn(file, readFileSync(join(root, file), "utf8")));
}

/** The facts that the text of a test file names. */
export function factsIn(file: string, text: string): readonly NamedFact[] {
  const found = [...text.matchAll(FACT)];
  if (found.length !== [...text.matchAll(ANY_FACT)].length) {
    throw new Error(`${file} names a fact whose ids and title are not literals.`);
  }
  return found.flatMap(([, ids = "", title = ""]) =>
    [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => ({ id, title: plain(title), file })),
  );
}

/** Whether a test of that title, as it ran, is the one that was named. */
export function isTitled(named: NamedFact, title: string): boolean {
  const parts = named.title.split(COMPUTED).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(title.replaceAll(/\s+/g, " "));
}

function plain(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(["'`\\])/g, "$1")
    .replaceAll(/\s+/g, " ");
}
