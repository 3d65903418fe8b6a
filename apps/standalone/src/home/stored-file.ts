import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "@cadre/shared";
import type { z } from "zod";
import { explainDiskError } from "./disk-error.ts";

/** Makes the home. As root it stays passable, because the database account must reach its folder inside. */
export function makeHome(home: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    if (existsSync(home)) return;
    mkdirSync(dirname(home), { recursive: true });
    mkdirSync(home, { mode });
    chmodSync(home, mode);
  } catch (error) {
    throw explainDiskError(error, home);
  }
}

/** What agents and people put into a home, as the servers name it. */
const PRIVATE_FOLDERS = ["blobs", "data"];

/** Makes the folders of people's work and closes them to other accounts: the home itself may have to be passable. */
export function closePrivateFolders(home: string): void {
  for (const name of PRIVATE_FOLDERS) {
    const folder = join(home, name);
    try {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o700);
    } catch (error) {
      throw explainDiskError(error, folder);
    }
  }
}

/** Reads a small JSON file of the home; `undefined` when it does not exist. A damaged one is explained. */
export function readStored<T>(path: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Fault("unavailable", "home.damaged", {
      message:
        `${path} is damaged and cannot be read. Restore it from a backup; or, to begin anew, ` +
        `move the folder ${dirname(path)} away and start again.`,
      cause,
    });
  }
}

/** Writes a small JSON file of the home, readable by its owner only; a crash leaves the old one or the new one. */
export function writeStored(path: string, content: unknown): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    throw explainDiskError(error, path);
  }
}
