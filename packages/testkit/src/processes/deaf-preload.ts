import { registerHooks } from "node:module";

/**
 * Preloaded into a process of the product, it makes its doorbell deaf: wherever the product asks for the Postgres doorbell, it gets
 * the same one behind a deaf one. So the product has no hook for tests, and its processes are the real ones.
 */
const REAL = "/server-kit/src/doorbells/postgres-doorbell.ts";
const DEAF = new URL("./deaf-postgres-doorbell.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isWanted = found.url.endsWith(REAL) && context.parentURL !== DEAF;
    return isWanted ? { ...found, url: DEAF } : found;
  },
});
