import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Check, CheckResult } from "../check.ts";

/** What a browser may load before the home page stands, packed as the server sends it. */
const FIRST_LOAD_MAX_BYTES = 260_000;
const BUILT = "apps/dashboard/dist";
const ENTRY = "index.html";
const HOME = "src/pages/home/home-screen.tsx";
/** Fonts are packed in themselves. */
const PACKED_ALREADY = /\.woff2$/;

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** The dashboard's first load stays small: page, script, style and font of the entry and of the home page. */
export const dashboard: Check = {
  name: "dashboard",
  run: async (root): Promise<CheckResult> => {
    const folder = join(root, BUILT);
    const manifestFile = join(folder, ".vite/manifest.json");
    if (!existsSync(manifestFile)) {
      return { problems: ["The dashboard is not built. Run `npm run build`."], summary: "not built" };
    }
    const manifest: Manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
    const files = new Set(["index.html", "theme.js", ...filesOf(manifest, ENTRY), ...filesOf(manifest, HOME)]);
    const bytes = [...files].reduce((sum, file) => sum + sentBytes(join(folder, file)), 0);
    const summary = `first load ${(bytes / 1_000).toFixed(1)} kB in ${files.size} files`;
    const problems = bytes <= FIRST_LOAD_MAX_BYTES ? [] : [tooLarge(folder, files, bytes)];
    return { problems, summary };
  },
};

/** The files of a chunk and of everything it imports at once. */
function filesOf(manifest: Manifest, name: string): string[] {
  const seen = new Set<string>();
  const visit = (each: string): void => {
    const chunk = manifest[each];
    if (chunk === undefined) throw new Error(`The dashboard's manifest has no chunk ${each}.`);
    if (seen.has(each)) return;
    seen.add(each);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit(name);
  return [...seen].flatMap((each) => {
    const { file, css = [], assets = [] } = manifest[each] ?? { file: each };
    return [file, ...css, ...assets];
  });
}

function sentBytes(path: string): number {
  const bytes = readFileSync(path);
  return PACKED_ALREADY.test(path) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

function tooLarge(folder: string, files: ReadonlySet<string>, bytes: number): string {
  const largest = [...files]
    .map((file) => ({ file, size: sentBytes(join(folder, file)) }))
    .sort((one, other) => other.size - one.size)
    .slice(0, 5)
    .map(({ file, size }) => `${file} ${(size / 1_000).toFixed(1)} kB`);
  return `The dashboard's first load is ${bytes} bytes, more than ${FIRST_LOAD_MAX_BYTES}. Load what is not needed at once lazily. Largest: ${largest.join(", ")}.`;
}
