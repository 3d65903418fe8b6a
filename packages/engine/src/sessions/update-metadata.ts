import {
  type Actor,
  INTRODUCTION_KEY,
  introductionOf,
  metadataChars,
  requireRole,
  type SessionMetadata,
} from "@cadre/domain";
import { canonicalJson, Fault, SESSION_LIMITS, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";
import { actOnSession, type ActTarget, requireOpen } from "./session-act.ts";
import type { SessionView } from "./session-view.ts";

/**
 * Merges values into a session's metadata; what is not named stays. `harnessIntroduction` takes the place of the harness's first sentence
 * from the next turn on: it begins an epoch, whose prefix no cache knows yet (TW-43). Faults: those of every act, `session.archived`,
 * `session.metadata-too-large`.
 */
export async function updateMetadata(
  deps: EngineDeps,
  actor: Actor,
  input: ActTarget & { readonly values: SessionMetadata },
): Promise<SessionView> {
  requireMetadataRight(actor, input.values);
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "change the metadata of sessions" },
    work: (tx, row) => {
      requireOpen(row);
      return mergeMetadata(tx, row, input.values);
    },
  });
}

/** The introduction tells an agent who it is, as its role text does: it takes who may change agents. Fault: `access.role-missing`. */
export function requireMetadataRight(actor: Actor, values: SessionMetadata): void {
  if (values[INTRODUCTION_KEY] !== undefined) requireRole(actor, "admin", "introduce agents in other words");
}

/** Appends what is merged and keeps the whole with the session, whose row is locked or new. Fault: `session.metadata-too-large`. */
export async function mergeMetadata(
  tx: Transaction,
  session: { readonly id: string; readonly metadata: string },
  given: SessionMetadata,
): Promise<void> {
  const before = JSON.parse(session.metadata) as SessionMetadata;
  const values = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [storableText(key), storableText(value)]),
  );
  const after = { ...before, ...values };
  const chars = metadataChars(after);
  if (chars > SESSION_LIMITS.metadataChars) {
    throw new Fault("invalid", "session.metadata-too-large", {
      message: `The metadata of a session holds ${SESSION_LIMITS.metadataChars} characters; this makes ${chars}. Shorten or blank some values.`,
      field: "values",
    });
  }
  await appendToSession(tx, session.id, {
    payload: { kind: "metadata", v: 1, values },
    event: "session.metadata-updated",
  });
  const introduction = introductionOf(after);
  const isSame = introduction === introductionOf(before);
  await tx.unit.query(
    // An epoch whose facts nobody has taken yet takes the new introduction itself.
    `update sessions s set metadata = $2, harness_introduction = $3,
       epoch = epoch + case when $4 and exists (select 1 from session_epochs e where e.session_id = s.id and e.epoch = s.epoch)
         then 1 else 0 end
     where id = $1`,
    [session.id, canonicalJson(after), introduction ?? null, !isSame],
  );
}
