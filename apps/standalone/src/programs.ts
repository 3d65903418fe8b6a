import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./env.ts";

/** The processes of one machine: what serves people, and what does the work. */
export type Programs = { readonly api: string; readonly worker: string };

export const PROGRAMS: Programs = {
  api: join(ROOT, "apps/api/dist/main.js"),
  worker: fileURLToPath(new URL(`./worker-main${extname(import.meta.url)}`, import.meta.url)),
};
