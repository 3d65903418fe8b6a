import { type Actor, parseEntryText } from "@cadre/domain";
import { Fault, SESSION_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { getSession } from "../get-session.ts";
import type { SessionView } from "../session-view.ts";
import { FILE_FORMAT, SessionFileWriter } from "./session-file.ts";

type Deps = Pick<EngineDeps, "database" | "blobs" | "now">;

export type SessionExport = { readonly name: string; readonly lines: AsyncIterable<string> };

/**
 * A session as a file of lines with checksums: what it is, every entry of every branch in its stored bytes, the long results it names, and
 * a last line that closes it. Reads page by page; what is appended meanwhile is not in it. Faults: `session.not-found`,
 * `session.result-missing` when the bytes of a result are gone.
 */
export async function exportSession(
  deps: Deps,
  actor: Actor,
  input: { readonly sessionId: string },
): Promise<SessionExport> {
  const session = await getSession(deps, actor, input);
  const hashes = await blobsOfSession(deps, session);
  for (const hash of hashes) await requireBlob(deps, hash);
  return { name: `${session.id}.ndjson`, lines: linesOf(deps, session, hashes) };
}

async function* linesOf(deps: Deps, session: SessionView, hashes: readonly string[]): AsyncGenerator<string> {
  const file = new SessionFileWriter();
  const { id, kind, title, metadata, isHumanFacing, headEntryId, entries, createdAt } = session;
  const about = { id, kind, title, metadata, isHumanFacing, headEntryId, entries, createdAt };
  yield file.line({ type: "session", format: FILE_FORMAT, ...about, exportedAt: deps.now().toISOString() });
  for (let after = 0; after < entries; after += SESSION_LIMITS.exportPageEntries) {
    const rows = await deps.database.query<{ id: string; parentId: string | null; payload: string; createdAt: Date }>(
      `select id, parent_id, payload, created_at from session_entries
       where session_id = $1 and seq > $2 and seq <= $3 order by seq`,
      [id, after, Math.min(after + SESSION_LIMITS.exportPageEntries, entries)],
    );
    for (const row of rows) yield file.line({ type: "entry", ...row, createdAt: row.createdAt.toISOString() });
  }
  for (const hash of hashes) {
    const bytes = await deps.blobs.get(hash);
    yield file.line({ type: "blob", hash, text: bytes.toString("utf8") });
  }
  yield file.end();
}

/** The long results that a session's log names, each once. */
async function blobsOfSession({ database }: Deps, session: SessionView): Promise<readonly string[]> {
  const rows = await database.query<{ payload: string }>(
    `select payload from session_entries
     where session_id = $1 and kind = 'tool-result' and seq <= $2 and strpos(payload, '"blob":{') > 0 order by seq`,
    [session.id, session.entries],
  );
  const hashes = rows.map(({ payload: text }) => {
    const payload = parseEntryText(text);
    return payload.kind === "tool-result" ? payload.blob?.hash : undefined;
  });
  return [...new Set(hashes)].filter((hash) => hash !== undefined);
}

/** Before the first line: a download that has begun can only break off. */
async function requireBlob({ blobs }: Deps, hash: string): Promise<void> {
  try {
    await blobs.get(hash);
  } catch (cause) {
    throw new Fault("unavailable", "session.result-missing", {
      message: `A long result of this session, ${hash}, is not in the blob store as it was, so the session cannot be exported whole. Restore it from a backup.`,
      details: { hash },
      cause,
    });
  }
}
