/** One line of a person's inbox, linked to what it is about. */
export type Notification = {
  readonly id: string;
  readonly type: string;
  readonly priority: "low" | "normal" | "high" | "urgent";
  readonly title: string;
  readonly body: string;
  readonly entity: { readonly kind: string; readonly id: string } | null;
  readonly readAt: string | null;
  readonly createdAt: string;
};

export type NotificationRow = Omit<Notification, "entity" | "readAt" | "createdAt"> & {
  entityKind: string | null;
  entityId: string | null;
  readAt: Date | null;
  createdAt: Date;
};

export const NOTIFICATION_COLUMNS = "id, type, priority, title, body, entity_kind, entity_id, read_at, created_at";

export function notificationOf(row: NotificationRow): Notification {
  const { entityKind, entityId, readAt, createdAt, ...rest } = row;
  return {
    ...rest,
    entity: entityKind === null || entityId === null ? null : { kind: entityKind, id: entityId },
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
