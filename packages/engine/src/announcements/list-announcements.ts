import type { Actor, Announcement } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { ANNOUNCEMENT_COLUMNS, announcementOf, type AnnouncementRow, missingAnnouncement } from "./announcement-row.ts";

/** Announcements, newest first; those of the past and of the future too, unless only those in force are asked for. */
export async function listAnnouncements(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest & { readonly onlyInForce?: boolean | undefined } = {},
): Promise<Page<Announcement>> {
  const size = pageSize(request);
  const rows = await deps.database.query<AnnouncementRow>(
    `select * from (select ${ANNOUNCEMENT_COLUMNS} from announcements where organization_id = $1) a
     where ($2::text is null or id < $2) and (is_in_force or not $3) order by id desc limit $4`,
    [actor.organizationId, request.cursor ?? null, request.onlyInForce ?? false, size + 1],
  );
  return pageOfRows(rows, size, announcementOf);
}

/** One announcement. Fault: `announcement.not-found`. */
export async function getAnnouncement(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  { announcementId }: { readonly announcementId: string },
): Promise<Announcement> {
  const [row] = await deps.database.query<AnnouncementRow>(
    `select ${ANNOUNCEMENT_COLUMNS} from announcements where id = $1 and organization_id = $2`,
    [announcementId, actor.organizationId],
  );
  return row === undefined ? missingAnnouncement(announcementId) : announcementOf(row);
}
