import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Stamps, the lock and caches of the launcher; may be deleted at any time. */
export const BUILD = join(ROOT, ".build");

/** Node 24, which comes as an npm package; the machine's own Node only runs the launcher. */
export const NODE_24 = join(ROOT, "node_modules/node/bin/node");

/** The environment of everything that runs after the installation: Node 24 and our tools come first. */
export function toolEnvironment() {
  return {
    ...process.env,
    PATH: `${join(ROOT, "node_modules/node/bin")}:${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(BUILD, "compile-cache"),
    TURBO_TELEMETRY_DISABLED: "1",
  };
}
