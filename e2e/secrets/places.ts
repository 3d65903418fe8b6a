import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { openDatabase } from "@cadre/database";
import { systemIds } from "@cadre/shared";
import type { Heard } from "./recorder.ts";

const GONE = new Set<unknown>(["ENOENT", "ESRCH"]);

/** Every row of every table, a table's as one text. */
export async function tableTexts(databaseUrl: string): Promise<Heard[]> {
  const database = openDatabase({
    url: databaseUrl,
    maxConnections: 1,
    applicationName: "canary",
    newId: systemIds,
  });
  try {
    const tables = await database.query<{ name: string }>(
      "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const texts: Heard[] = [];
    for (const { name } of tables) {
      const rows = await database.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push({ where: `table ${name}`, text: rows.map(({ text }) => text).join("\n") });
    }
    return texts;
  } finally {
    await database.close();
  }
}

/** Every file below a folder, by its path there. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() === true;
  });
}

/** The command line of every process, and the environment of none: that is where an operator's secrets belong. */
export function commandLines(): string {
  const folder = "/proc";
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => String(readIfThere(path.join(folder, pid, "cmdline"))))
    .join("\n");
}

/** What a file holds; nothing when it is gone since it was listed, as that of an ended process or of a busy database. */
export function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && GONE.has(error.code)) return Buffer.alloc(0);
    throw error;
  }
}
