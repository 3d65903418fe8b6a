import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { cloneDatabase, dropDatabase } from "./template-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the maintenance database of the server that this test run uses. */
    cadreDatabaseAdminUrl: string;
    /** Name of the migrated database that every test file clones. */
    cadreDatabaseTemplate: string;
  }
}

export type TestDatabase = {
  /** Connection string of a migrated, empty database that only this test file uses. */
  readonly url: string;
  close(): Promise<void>;
};

/** Opens a database of its own for a test file (`x.db.test.ts`). Close it in `afterAll`, after the pools that use it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("cadreDatabaseAdminUrl");
  const template = inject("cadreDatabaseTemplate");
  const copy = `cadre_test_${randomBytes(6).toString("hex")}`;
  const url = await cloneDatabase(adminUrl, { template, copy });
  return { url, close: () => dropDatabase(adminUrl, copy) };
}
