import { queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";

export type Me = Answer<"GET /me">;
export type Agent = ItemOf<"GET /agents">;
export type Project = ItemOf<"GET /projects">;
export type Team = ItemOf<"GET /teams">;
export type Member = ItemOf<"GET /organization/members">;

const EVERYTHING = { limit: 200 } as const;

/** Who is signed in, and where. */
export const me = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => call("GET /me", {}, signal),
});

export const organization = queryOptions({
  queryKey: ["organization"],
  queryFn: ({ signal }) => call("GET /organization", {}, signal),
});

export const members = queryOptions({
  queryKey: ["members"],
  queryFn: ({ signal }) => call("GET /organization/members", {}, signal),
});

export const projects = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => call("GET /projects", { query: EVERYTHING }, signal),
});

export const agents = queryOptions({
  queryKey: ["agents", "list"],
  queryFn: ({ signal }) => call("GET /agents", { query: EVERYTHING }, signal),
});

export const teams = queryOptions({
  queryKey: ["teams"],
  queryFn: ({ signal }) => call("GET /teams", { query: EVERYTHING }, signal),
});

export const demoPreview = queryOptions({
  queryKey: ["demo"],
  queryFn: ({ signal }) => call("GET /demo", {}, signal),
});
