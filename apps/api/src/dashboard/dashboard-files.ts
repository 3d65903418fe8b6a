import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** One built file of the dashboard, ready to be sent. */
export type DashboardFile = {
  readonly bytes: Buffer;
  /** Undefined where packing saves nothing. */
  readonly gzipped: Buffer | undefined;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content: it may be kept for ever. */
  readonly isImmutable: boolean;
};

export type Dashboard = {
  /** By path below the origin, as in `/assets/index-….js`. */
  readonly files: ReadonlyMap<string, DashboardFile>;
  /** The page itself, with `{{nonce}}` and `{{setup}}` to be filled. */
  readonly page: string;
};

const BUILT = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const PACKED = [".css", ".js", ".svg"];

/** Reads the built dashboard once; a request then only looks a path up. Undefined when it was not built. */
export function readDashboard(folder = BUILT): Dashboard | undefined {
  const page = join(folder, "index.html");
  if (!existsSync(page)) return undefined;
  const files = new Map<string, DashboardFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    if (entry.isFile() && type !== undefined) files.set(path.slice(folder.length), fileOf(path, type));
  }
  return { files, page: readFileSync(page, "utf8") };
}

function fileOf(path: string, type: string): DashboardFile {
  const bytes = readFileSync(path);
  return {
    bytes,
    gzipped: PACKED.includes(extname(path)) ? gzipSync(bytes, { level: 9 }) : undefined,
    type,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    isImmutable: path.includes("/assets/"),
  };
}
