import { Announcement, AnnouncementChange, NewAnnouncement } from "@cadre/domain";
import { z } from "zod";
import { idParam, listQuery, NoBody, pageOf, QueryFlag } from "./common-schemas.ts";
import { defineEndpoint, type EndpointFault } from "./define-endpoint.ts";

const params = z.object({ announcementId: idParam("announcement") });
const missing: EndpointFault = { kind: "not-found", code: "announcement.not-found" };
const badAudience: readonly EndpointFault[] = [
  { kind: "not-found", code: "team.not-found" },
  { kind: "not-found", code: "agent.not-found" },
  { kind: "invalid", code: "announcement.bad-time" },
];

/** What agents are told for a while, from their next call on. */
export const announcementEndpoints = {
  list: defineEndpoint({
    id: "announcements.list",
    method: "GET",
    path: "/announcements",
    summary: "Announcements to agents, newest first, past and future ones too.",
    access: "viewer",
    query: listQuery({ onlyInForce: QueryFlag.optional() }),
    response: pageOf(Announcement),
    status: 200,
  }),
  create: defineEndpoint({
    id: "announcements.create",
    method: "POST",
    path: "/announcements",
    summary: "Tells all agents, those of a team, or one something for a while. They read it from their next call on.",
    access: "admin",
    body: NewAnnouncement,
    response: Announcement,
    status: 201,
    faults: badAudience,
    example: {
      text: "The store is closed this week: order nothing.",
      audience: { kind: "everyone" },
      endsAt: "2026-12-06T18:00:00Z",
    },
  }),
  get: defineEndpoint({
    id: "announcements.get",
    method: "GET",
    path: "/announcements/:announcementId",
    summary: "One announcement. The history of its text is that of the document `announcement`.",
    access: "viewer",
    params,
    response: Announcement,
    status: 200,
    faults: [missing],
  }),
  update: defineEndpoint({
    id: "announcements.update",
    method: "PATCH",
    path: "/announcements/:announcementId",
    summary: "Changes the fields that are given: text, audience, beginning and end.",
    access: "admin",
    params,
    body: AnnouncementChange,
    response: Announcement,
    status: 200,
    ifMatch: "required",
    faults: [missing, ...badAudience, { kind: "stale", code: "announcement.stale" }],
    example: { endsAt: null },
  }),
  end: defineEndpoint({
    id: "announcements.end",
    method: "POST",
    path: "/announcements/:announcementId/end",
    summary: "Ends an announcement now. Again changes nothing.",
    access: "admin",
    params,
    body: NoBody,
    response: Announcement,
    status: 200,
    faults: [missing],
    example: {},
  }),
};
