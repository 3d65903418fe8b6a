import { z } from "zod";
import { idParam, listQuery, pageOf, QueryFlag, Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** One line of a person's inbox, linked to what it is about. */
export const Notification = z.object({
  id: z.string(),
  type: z.string(),
  priority: z.enum(["low", "normal", "high", "urgent"]),
  title: z.string(),
  body: z.string(),
  entity: z.object({ kind: z.string(), id: z.string() }).nullable(),
  readAt: Timestamp.nullable(),
  createdAt: Timestamp,
});

export const notificationEndpoints = {
  list: defineEndpoint({
    id: "notifications.list",
    method: "GET",
    path: "/notifications",
    summary: "Your inbox, newest first.",
    access: "viewer",
    query: listQuery({ onlyUnread: QueryFlag.optional() }),
    response: pageOf(Notification),
    status: 200,
  }),
  countUnread: defineEndpoint({
    id: "notifications.count-unread",
    method: "GET",
    path: "/notifications/unread",
    summary: "How many notifications you have not read.",
    access: "viewer",
    response: z.object({ unread: z.int() }),
    status: 200,
  }),
  markRead: defineEndpoint({
    id: "notifications.mark-read",
    method: "POST",
    path: "/notifications/read",
    summary: "Marks notifications as read: those that are named, or all.",
    access: "viewer",
    body: z.union([
      z.strictObject({ ids: z.array(idParam("notification")).min(1).max(1_000) }),
      z.strictObject({ all: z.literal(true) }),
    ]),
    response: z.object({ marked: z.int().describe("How many were unread.") }),
    status: 200,
    faults: [{ kind: "not-found", code: "notification.not-found" }],
    example: { all: true },
  }),
};
