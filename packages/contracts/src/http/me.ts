import { Member } from "@cadre/domain";
import { z } from "zod";
import { defineEndpoint } from "./define-endpoint.ts";

/** Who a key belongs to, and where. */
export const Me = Member.extend({
  organization: z.object({ id: z.string(), name: z.string(), slug: z.string(), timeZone: z.string() }),
});

export const meEndpoints = {
  get: defineEndpoint({
    id: "me.get",
    method: "GET",
    path: "/me",
    summary: "Who you are with this key, and what your role is.",
    access: "viewer",
    response: Me,
    status: 200,
  }),
};
