import { mkdirSync } from "node:fs";
import { explainDiskError } from "../home/disk-error.ts";
import type { ServerAccount } from "./server-account.ts";

const SYSTEM_FOLDER = "/var/lib/cadre";

/** The folder for what cannot lie in the home: every account may enter it, and each thing inside has its own rights. */
export function systemFolder(account: ServerAccount): string {
  const folder = process.env.CADRE_SYSTEM_FOLDER ?? SYSTEM_FOLDER;
  try {
    mkdirSync(folder, { recursive: true, mode: account === undefined ? 0o700 : 0o711 });
  } catch (error) {
    throw explainDiskError(error, folder);
  }
  return folder;
}
