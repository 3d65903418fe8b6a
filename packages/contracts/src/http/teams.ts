import { NewTeam, Team, visibleText } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam, ListQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const params = z.object({ teamId: idParam("team") });
const missing = { kind: "not-found", code: "team.not-found" } as const;
const text = z.string().max(API_LIMITS.textChars);

/** A change of a team: only the fields that are given. Null takes its manager away. */
export const TeamChange = z.strictObject({
  name: visibleText(API_LIMITS.nameChars).optional(),
  managerAgentId: z.string().nullable().optional(),
  announcementsText: text.optional(),
  normsText: text.optional(),
});

export const teamEndpoints = {
  list: defineEndpoint({
    id: "teams.list",
    method: "GET",
    path: "/teams",
    summary: "Teams in the order they were made.",
    access: "viewer",
    query: ListQuery,
    response: pageOf(Team),
    status: 200,
  }),
  create: defineEndpoint({
    id: "teams.create",
    method: "POST",
    path: "/teams",
    summary: "Makes a team. Agents join it by their own teamId.",
    access: "admin",
    body: NewTeam,
    response: Team,
    status: 201,
    faults: [{ kind: "not-found", code: "agent.not-found" }],
    example: { name: "Mill", announcementsText: "", normsText: "Show your working." },
  }),
  get: defineEndpoint({
    id: "teams.get",
    method: "GET",
    path: "/teams/:teamId",
    summary: "One team.",
    access: "viewer",
    params,
    response: Team,
    status: 200,
    faults: [missing],
  }),
  update: defineEndpoint({
    id: "teams.update",
    method: "PATCH",
    path: "/teams/:teamId",
    summary: "Changes the fields that are given: name, manager, announcements and norms that its agents read.",
    access: "admin",
    params,
    body: TeamChange,
    response: Team,
    status: 200,
    ifMatch: "required",
    faults: [missing, { kind: "not-found", code: "agent.not-found" }, { kind: "stale", code: "team.stale" }],
    example: { announcementsText: "The store arrives on Monday." },
  }),
  delete: defineEndpoint({
    id: "teams.delete",
    method: "DELETE",
    path: "/teams/:teamId",
    summary: "Dissolves a team. Its agents stay, without one.",
    access: "admin",
    params,
    response: z.undefined(),
    status: 204,
    faults: [missing],
  }),
};
