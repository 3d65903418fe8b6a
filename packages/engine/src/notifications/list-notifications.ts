import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { NOTIFICATION_COLUMNS, type Notification, notificationOf, type NotificationRow } from "./notification-row.ts";

/** The caller's own inbox, newest first. Agents have none. */
export async function listNotifications(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest & { readonly onlyUnread?: boolean | undefined } = {},
): Promise<Page<Notification>> {
  const size = pageSize(request);
  const rows = await deps.database.query<NotificationRow>(
    `select ${NOTIFICATION_COLUMNS} from notifications
     where organization_id = $1 and person_id = $2 and (not $3 or read_at is null) and ($4::text is null or id < $4)
     order by id desc limit $5`,
    [actor.organizationId, actor.id, request.onlyUnread ?? false, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, notificationOf);
}

/** How many notifications the caller has not read. */
export async function countUnread(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<number> {
  const [row] = await deps.database.query<{ unread: number }>(
    "select count(*)::int as unread from notifications where organization_id = $1 and person_id = $2 and read_at is null",
    [actor.organizationId, actor.id],
  );
  return row?.unread ?? 0;
}
