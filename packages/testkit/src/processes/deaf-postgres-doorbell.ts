import type { DoorbellLink, LinkOptions } from "@cadre/server-kit";
import { deafDoorbell } from "../doorbells/deaf-doorbell.ts";

type CreateDoorbell = (url: string, pool: unknown, options: LinkOptions) => DoorbellLink;

const REAL = new URL("../../../server-kit/src/doorbells/postgres-doorbell.ts", import.meta.url).href;
const real = (await import(REAL)) as { readonly createPostgresDoorbell: CreateDoorbell };

/** The seed comes from the test that started this process. */
const SEED = Number(process.env.CADRE_TEST_DEAF_SEED);

/** Stands in for the Postgres doorbell of server-kit: every ring of this process may be dropped, doubled or held back. */
export const createPostgresDoorbell: CreateDoorbell = (url, pool, options) => {
  const link = real.createPostgresDoorbell(url, pool, options);
  return { ...link, doorbell: deafDoorbell(link.doorbell, { seed: SEED }) };
};
