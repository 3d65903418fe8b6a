import { type Actor, parseEntryText } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { numberAt, type Page, type PageRequest, pageSize } from "../page.ts";
import { getSession } from "./get-session.ts";
import { type HistoryLine, toldOf } from "./history-line.ts";

type Row = Pick<HistoryLine, "id" | "seq" | "parentId" | "tokens" | "runId" | "step"> & {
  readonly payload: string;
  readonly createdAt: Date;
};

/** A session's log from its beginning, an entry a line: what a list needs, without the texts. Fault: `session.not-found`. */
export async function listHistory(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: PageRequest & { readonly sessionId: string },
): Promise<Page<HistoryLine>> {
  const session = [input.sessionId, actor.organizationId];
  await getSession(deps, actor, input);
  const size = pageSize(input);
  const rows = await deps.database.query<Row>(
    `select id, seq, parent_id, payload, tokens, run_id, step, created_at from session_entries
     where session_id = $1 and organization_id = $2 and seq > $3 order by seq limit $4`,
    [...session, numberAt(input.cursor), size + 1],
  );
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { data: shown.map(lineOf), nextCursor: last === undefined ? null : String(last.seq) };
}

function lineOf({ payload: text, createdAt, ...row }: Row): HistoryLine {
  const payload = parseEntryText(text);
  return { ...row, kind: payload.kind, createdAt: createdAt.toISOString(), ...toldOf(payload) };
}
