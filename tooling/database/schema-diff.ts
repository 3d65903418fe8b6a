import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { readOnlyAdapter } from "./read-only-adapter.ts";
import type { SchemaFile } from "./schema-files.ts";

/** The engine reports its own crashes here, and nowhere else. */
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: {
    set_message(message: string) {
      throw new Error(`The schema engine broke down: ${message}`);
    },
  },
});

const NOTHING_LEFT_OUT = { externalTables: [], externalEnums: [] };

/**
 * The SQL that would make a database what the schema files say; empty when they agree. What Prisma has no words for is not
 * compared: see prisma/schema/database.prisma.
 */
export async function schemaDiff(url: string, schema: readonly SchemaFile[]): Promise<string> {
  const files = [...schema];
  const client = new pg.Client({ connectionString: url, application_name: "cadre-schema-diff" });
  await client.connect();
  try {
    const adapter = readOnlyAdapter(client);
    const factory = bindMigrationAwareSqlAdapterFactory({
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connect: async () => adapter,
      connectToShadowDb: async () => adapter,
    });
    const datamodels = files.map(({ path, content }): [string, string] => [path, content]);
    const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
    const { exitCode, stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: import.meta.dirname },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      filters: NOTHING_LEFT_OUT,
    });
    engine.free();
    return exitCode === 0 ? "" : (stdout ?? "");
  } finally {
    await client.end();
  }
}
