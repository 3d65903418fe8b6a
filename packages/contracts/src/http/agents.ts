import { Agent, AgentChange, ITEM_PAIRS, type ItemStatus, LANES, NewAgent } from "@cadre/domain";
import { z } from "zod";
import { idParam, listQuery, NoBody, pageOf, Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const params = z.object({ agentId: idParam("agent") });
const missing = { kind: "not-found", code: "agent.not-found" } as const;
const badPlace = [
  { kind: "not-found", code: "team.not-found" },
  { kind: "invalid", code: "agent.bad-schedule" },
] as const;

const itemStatuses = Object.keys(ITEM_PAIRS) as ItemStatus[];

/** One item of an agent's mailbox. */
export const MailboxEntry = z.object({
  id: z.string(),
  type: z.string(),
  lane: z.enum(LANES),
  priority: z.int().describe("0 critical, 1 high, 2 normal, 3 low, 4 background."),
  status: z.enum(itemStatuses),
  headline: z.string(),
  taskId: z.string().nullable(),
  notBefore: Timestamp.nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
});

/** What an agent has in hand and what waits for it. */
export const Mailbox = z.object({
  focus: z.array(MailboxEntry),
  queue: z.array(MailboxEntry).describe("In the order it would be taken; at most 50."),
  counts: z.object({ queued: z.int(), deferred: z.int(), processing: z.int() }),
});

export const agentEndpoints = {
  list: defineEndpoint({
    id: "agents.list",
    method: "GET",
    path: "/agents",
    summary: "Agents with what they are doing, in the order they were made.",
    access: "viewer",
    query: listQuery({ teamId: idParam("team").optional() }),
    response: pageOf(Agent),
    status: 200,
  }),
  create: defineEndpoint({
    id: "agents.create",
    method: "POST",
    path: "/agents",
    summary: "Hires an agent.",
    access: "admin",
    body: NewAgent,
    response: Agent,
    status: 201,
    faults: [missing, ...badPlace],
    example: {
      name: "Analyst",
      position: "worker",
      roleText: "You compute figures from data and check them twice.",
      skills: ["data analysis"],
      settings: { maxConcurrentTasks: 1 },
      schedule: { cron: "0 9 * * 1-5", timeZone: "Europe/London" },
    },
  }),
  get: defineEndpoint({
    id: "agents.get",
    method: "GET",
    path: "/agents/:agentId",
    summary: "One agent with what it is doing.",
    access: "viewer",
    params,
    response: Agent,
    status: 200,
    faults: [missing],
  }),
  update: defineEndpoint({
    id: "agents.update",
    method: "PATCH",
    path: "/agents/:agentId",
    summary: "Changes the fields that are given; settings are merged.",
    access: "admin",
    params,
    body: AgentChange,
    response: Agent,
    status: 200,
    ifMatch: "required",
    faults: [
      missing,
      ...badPlace,
      { kind: "conflict", code: "agent.manager-cycle" },
      { kind: "stale", code: "agent.stale" },
    ],
    example: { settings: { maxConcurrentTasks: 2 }, schedule: { every: "30m" } },
  }),
  delete: defineEndpoint({
    id: "agents.delete",
    method: "DELETE",
    path: "/agents/:agentId",
    summary: "Lets an agent go. Refused while open tasks depend on it.",
    access: "admin",
    params,
    response: z.undefined(),
    status: 204,
    faults: [missing, { kind: "conflict", code: "agent.has-open-work" }],
  }),
  pause: defineEndpoint({
    id: "agents.pause",
    method: "POST",
    path: "/agents/:agentId/pause",
    summary: "Stops an agent at once; its work is held and no model is called until it is resumed.",
    access: "admin",
    params,
    body: NoBody,
    response: Agent,
    status: 200,
    faults: [missing],
    example: {},
  }),
  resume: defineEndpoint({
    id: "agents.resume",
    method: "POST",
    path: "/agents/:agentId/resume",
    summary: "Lets a paused agent go on.",
    access: "admin",
    params,
    body: NoBody,
    response: Agent,
    status: 200,
    faults: [missing],
    example: {},
  }),
  mailbox: defineEndpoint({
    id: "agents.mailbox",
    method: "GET",
    path: "/agents/:agentId/mailbox",
    summary: "What an agent has in hand, and what waits in the order it would be taken.",
    access: "viewer",
    params,
    response: Mailbox,
    status: 200,
    faults: [missing],
  }),
};
