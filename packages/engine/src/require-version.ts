import { Fault } from "@cadre/shared";

/** Fault `<feature>.stale` with the current version unless the caller saw the row as it is now. */
export function requireVersion(
  feature: string,
  row: { readonly version: number },
  seen: { readonly version: number },
): void {
  if (row.version === seen.version) return;
  throw new Fault("stale", `${feature}.stale`, {
    message: `This ${feature} was changed by somebody else meanwhile: it is at version ${row.version}, you saw ${seen.version}. Read it again and repeat your change.`,
    details: { currentVersion: row.version },
  });
}
