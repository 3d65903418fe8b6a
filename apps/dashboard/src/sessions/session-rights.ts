import type { Session } from "../api/queries/context.ts";
import { useMay } from "../people/use-may.ts";

/** What whoever looks may do with a session: of what is archived, only copies are made until it is taken out. */
export type SessionRights = "read" | "fork" | "change";

export function useSessionRights({ archivedAt }: Session): SessionRights {
  const mayAct = useMay("member");
  if (!mayAct) return "read";
  return archivedAt === null ? "change" : "fork";
}
