import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam, Micros, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** What an agent's schedule did on one day of the organization, and what its beats cost. */
export const BeatDay = z.object({
  agentId: z.string(),
  day: z.iso.date().describe("In the organization's time zone."),
  run: z.int(),
  skipped: z.int().describe("Beats that had nothing to do: no model was called."),
  coalesced: z.int(),
  missed: z.int(),
  costMicros: Micros.describe("Real money; simulated calls cost nothing."),
});

const query = z.strictObject({
  days: z.coerce.number().int().min(1).max(API_LIMITS.beatDaysMax).default(API_LIMITS.beatDaysDefault),
});

export const beatEndpoints = {
  list: defineEndpoint({
    id: "beats.list",
    method: "GET",
    path: "/beats",
    summary: "Beats by agent and day, newest day first: run, skipped, and what they cost.",
    access: "viewer",
    query,
    response: pageOf(BeatDay),
    status: 200,
  }),
  listOfAgent: defineEndpoint({
    id: "beats.list-of-agent",
    method: "GET",
    path: "/agents/:agentId/beats",
    summary: "Beats of one agent by day, newest day first.",
    access: "viewer",
    params: z.object({ agentId: idParam("agent") }),
    query,
    response: pageOf(BeatDay),
    status: 200,
    faults: [{ kind: "not-found", code: "agent.not-found" }],
  }),
};
