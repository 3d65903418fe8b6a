import { statfsSync } from "node:fs";
import { Fault, SUPERVISOR_LIMITS } from "@cadre/shared";

/** Refuses to start on a disk so full that the database would soon stop in the middle of its work. */
export function refuseFullDisk(home: string): void {
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  if (free >= SUPERVISOR_LIMITS.minFreeDiskBytes) return;
  throw new Fault("unavailable", "home.disk-full", {
    message:
      `The disk of ${home} has only ${inMegabytes(free)} MB left; Cadre needs ${inMegabytes(SUPERVISOR_LIMITS.minFreeDiskBytes)}. ` +
      "Free some space, or set CADRE_HOME to a folder on another disk.",
  });
}

function inMegabytes(bytes: number): number {
  return Math.floor(bytes / 1_048_576);
}
