import { z } from "zod";
import { listQuery, pageOf, Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** What happened, as the event stream and webhooks tell it. Branch on `type`; more fields and types may come. */
export const Event = z.object({
  id: z.string().describe("The same however often and wherever it is told: drop what you have seen."),
  v: z.int().describe("Version of the payload's form."),
  type: z.string().describe("`noun.past`; GET /api/v1/event-types lists them. The noun is the topic."),
  entity: z.object({ kind: z.string(), id: z.string() }).describe("What it happened to."),
  actor: z.object({ kind: z.enum(["person", "agent", "system"]), id: z.string() }).describe("Who did it."),
  at: Timestamp,
  payload: z.record(z.string(), z.unknown()).describe("Ids and what a list shows; read the entity for the rest."),
});

/** One kind of event. */
export const EventTypeInfo = z.object({ type: z.string(), topic: z.string(), summary: z.string() });

export const eventEndpoints = {
  listTypes: defineEndpoint({
    id: "event-types.list",
    method: "GET",
    path: "/event-types",
    summary: "Every event that the stream and webhooks tell, with what happened.",
    access: "viewer",
    response: pageOf(EventTypeInfo),
    status: 200,
  }),
  listActivity: defineEndpoint({
    id: "activity.list",
    method: "GET",
    path: "/activity",
    summary:
      "What happened in the organization for as long as it is kept, newest first. The stream tells what comes later.",
    access: "viewer",
    query: listQuery({
      detail: z
        .enum(["noteworthy", "all"])
        .default("noteworthy")
        .describe("`all` adds bookkeeping of the engine. A topic that is asked for is shown either way."),
      topic: z.string().max(200).optional().describe("A noun, such as `task`."),
      actorId: z.string().max(200).optional().describe("Who did it."),
      entityId: z.string().max(200).optional().describe("What it happened to."),
    }),
    response: pageOf(Event),
    status: 200,
  }),
  stream: defineEndpoint({
    id: "events.stream",
    method: "GET",
    path: "/events",
    summary:
      "Committed events of the organization as server-sent events. Send Last-Event-ID to get what was missed; `reset` means it is no longer kept.",
    access: "viewer",
    query: z.object({
      topics: z.string().max(500).optional().describe("Comma-separated nouns, such as `task,run`. Unset: everything."),
    }),
    response: z.string(),
    status: 200,
    produces: "text/event-stream",
    faults: [{ kind: "invalid", code: "events.bad-last-id" }],
  }),
};
