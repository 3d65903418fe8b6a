import { mkdirSync } from "node:fs";
import { explainDiskError } from "../home/disk-error.ts";
import type { ServerAccount } from "./server-account.ts";

export const SYSTEM_FOLDER = "/var/lib/cadre";

/** Makes the folder for what cannot lie in the home: every account may pass it, each thing inside has its own rights. */
export function makeSystemFolder(folder: string, account: ServerAccount): void {
  try {
    mkdirSync(folder, { recursive: true, mode: account === undefined ? 0o700 : 0o711 });
  } catch (error) {
    throw explainDiskError(error, folder);
  }
}
