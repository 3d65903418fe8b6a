import { type Actor, type Branch, branchesOf } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { readEntryIndex } from "./entry-index.ts";
import { getSession } from "./get-session.ts";
import { readMarks } from "./session-marks.ts";

type Reads = Pick<EngineDeps, "database">;

/** The shape of a session's log, for people: its branches, and which entries are pinned or labelled. */
export type SessionTree = {
  readonly headEntryId: string | null;
  readonly branches: readonly Branch[];
  readonly pinnedEntryIds: readonly string[];
  readonly labels: readonly { readonly entryId: string; readonly label: string }[];
};

/** Faults: `session.not-found`, `session.damaged`. */
export async function getSessionTree(
  deps: Reads,
  actor: Actor,
  input: { readonly sessionId: string },
): Promise<SessionTree> {
  const { id, headEntryId } = await getSession(deps, actor, input);
  const [index, marks] = await Promise.all([readEntryIndex(deps.database, id), readMarks(deps.database, id)]);
  return {
    headEntryId,
    branches: branchesOf(index, headEntryId),
    pinnedEntryIds: [...marks.pinnedIds],
    labels: [...marks.labels].map(([entryId, label]) => ({ entryId, label })),
  };
}
