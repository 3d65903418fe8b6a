import { z } from "zod";
import { defineEndpoint } from "./define-endpoint.ts";

export const eventEndpoints = {
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
