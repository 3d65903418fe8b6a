import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@cadre/standalone/postgres";
import type { TestProject } from "vitest/node";
import { createTemplate, dropDatabase } from "./template-database.ts";

/** A server for tests forgets everything at the end, so it may skip what makes data durable. */
const TEST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "256MB",
  autovacuum_naptime: "10s",
};

let cleanUp: () => Promise<void> = async () => undefined;

/**
 * Vitest's global setup: one throw-away Postgres for the whole run (or the server of `CADRE_TEST_DATABASE_URL`) with a
 * migrated template database.
 */
export async function setup(project: TestProject): Promise<void> {
  const server = await openServer();
  const template = `cadre_template_${randomBytes(4).toString("hex")}`;
  cleanUp = async () => {
    await dropDatabase(server.adminUrl, template);
    await server.stop();
  };
  await createTemplate(server.adminUrl, template);
  project.provide("cadreDatabaseAdminUrl", server.adminUrl);
  project.provide("cadreDatabaseTemplate", template);
}

export async function teardown(): Promise<void> {
  await cleanUp();
}

async function openServer(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.CADRE_TEST_DATABASE_URL;
  if (given !== undefined && given !== "") return { adminUrl: given, stop: async () => undefined };
  const home = mkdtempSync(join(tmpdir(), "cadre-test-"));
  chmodSync(home, 0o711);
  const forget = (): void => rmSync(home, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ home, settings: TEST_SETTINGS, initdbFlags: ["--no-sync"] });
    return { adminUrl: server.adminUrl, stop: () => server.stop().then(forget) };
  } catch (error) {
    forget();
    throw error;
  }
}
