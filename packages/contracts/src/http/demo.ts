import { Task } from "@cadre/domain";
import { z } from "zod";
import { NoBody } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

export const demoEndpoints = {
  preview: defineEndpoint({
    id: "demo.preview",
    method: "GET",
    path: "/demo",
    summary: "What starting the demo story would do: its text, and exactly the commands that starting it approves.",
    access: "viewer",
    response: z.object({ description: z.string(), commands: z.array(z.string()) }),
    status: 200,
  }),
  start: defineEndpoint({
    id: "demo.start",
    method: "POST",
    path: "/demo/start",
    summary:
      "Starts the demo story: a project with real data, a team of three, and one task. Approves exactly the commands of the preview.",
    access: "admin",
    body: NoBody,
    response: z.object({ task: Task, projectId: z.string(), approvedCommands: z.array(z.string()) }),
    status: 201,
    example: {},
  }),
};
