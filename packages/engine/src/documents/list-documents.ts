import type { Actor, DocumentHead, DocumentKind } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, type PageRequest, pageSize } from "../page.ts";
import { DOCUMENT_ROWS } from "./document-place.ts";
import { type DocumentRow, headOf } from "./document-row.ts";

export type DocumentFilter = PageRequest & {
  readonly kind?: DocumentKind | undefined;
  readonly ownerId?: string | undefined;
};

/** Every document without its text, kind by kind, by owner. */
export async function listDocuments(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  filter: DocumentFilter = {},
): Promise<Page<DocumentHead>> {
  const size = pageSize(filter);
  const [position, afterOwner] = placeIn(filter.cursor);
  const rows = await deps.database.query<DocumentRow>(
    `${DOCUMENT_ROWS}
     where ($2::text is null or d.kind = $2) and ($3::text is null or d.owner_id = $3)
       and ($4::int is null or (d.position, d.owner_id) > ($4, $5))
     order by d.position, d.owner_id limit $6`,
    [actor.organizationId, filter.kind ?? null, filter.ownerId ?? null, position, afterOwner, size + 1],
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const nextCursor = rows.length > size && last !== undefined ? `${last.position}:${last.ownerId}` : null;
  return { data: shown.map(headOf), nextCursor };
}

/** A cursor is the place of the last one shown: its kind's position and its owner. */
function placeIn(cursor: string | undefined): [number | null, string | null] {
  if (cursor === undefined) return [null, null];
  const [position = "", ...owner] = cursor.split(":");
  return [Number(position), owner.join(":")];
}
