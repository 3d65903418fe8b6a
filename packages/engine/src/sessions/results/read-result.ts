import { parseEntryText, type ToolResultEntry } from "@cadre/domain";
import { Fault, SESSION_LIMITS, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

type Reads = Pick<EngineDeps, "database" | "blobs">;

export type StoredResult = { readonly entryId: string; readonly entry: ToolResultEntry; readonly text: string };

/**
 * The whole of a result that a session's log holds: of several with that call id the newest. Faults: `session.result-not-found`, also
 * for one of another session; `session.result-missing` when its bytes are gone.
 */
export async function readResult(
  deps: Reads,
  from: { readonly organizationId: string; readonly sessionId: string; readonly callId: string },
): Promise<StoredResult> {
  const [row] = await deps.database.query<{ id: string; payload: string }>(
    `select id, payload from session_entries
     where session_id = $1 and organization_id = $2 and kind = 'tool-result' and strpos(payload, $3) > 0
     order by seq desc limit 1`,
    // Canonical text: what looks like this inside another text has its quotes escaped.
    [from.sessionId, from.organizationId, `"callId":${JSON.stringify(storableText(from.callId))}`],
  );
  const entry = row === undefined ? undefined : parseEntryText(row.payload);
  if (row === undefined || entry?.kind !== "tool-result") {
    throw new Fault("not-found", "session.result-not-found", {
      message: `This session has no result of a call ${from.callId}. Take the id from the placeholder, as it stands there.`,
    });
  }
  return { entryId: row.id, entry, text: await wholeText(deps, entry) };
}

/** What a tool kept whole, what went to the blob store, or what stands in the log. */
async function wholeText({ blobs }: Reads, entry: ToolResultEntry): Promise<string> {
  if (entry.fullText !== undefined) return entry.fullText;
  if (entry.blob === undefined) return entry.text;
  try {
    const bytes = await blobs.get(entry.blob.hash);
    return bytes.toString("utf8");
  } catch (cause) {
    throw new Fault("unavailable", "session.result-missing", {
      message: `The whole result of ${entry.name} (${entry.callId}) is not in the blob store any more. Run the call again, or ask a person to restore a backup.`,
      cause,
    });
  }
}

/** Limits of a page that a prompt shows whole. */
export const PROMPT_PAGE = {
  lines: SESSION_LIMITS.resultPageLines,
  bytes: SESSION_LIMITS.resultPageBytes,
  chars: SESSION_LIMITS.resultPageChars,
} as const;

/** Limits of a page for people. */
export const SCREEN_PAGE = { ...PROMPT_PAGE, chars: SESSION_LIMITS.resultPageBytes } as const;
