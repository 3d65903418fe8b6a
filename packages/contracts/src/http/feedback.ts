import { Feedback, NewFeedback } from "@cadre/domain";
import { z } from "zod";
import { idParam, listQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** What people say of agents' work. */
export const feedbackEndpoints = {
  list: defineEndpoint({
    id: "feedback.list",
    method: "GET",
    path: "/feedback",
    summary: "What people said of agents, tasks and deliverables, newest first.",
    access: "viewer",
    query: listQuery({
      agentId: idParam("agent").optional(),
      taskId: idParam("task").optional(),
      deliverableId: idParam("deliverable").optional(),
    }),
    response: pageOf(Feedback),
    status: 200,
  }),
  give: defineEndpoint({
    id: "feedback.give",
    method: "POST",
    path: "/feedback",
    summary:
      "Says something of an agent, a task or a deliverable. The agent whose work it is reads the newest of it before each step.",
    access: "member",
    body: NewFeedback,
    response: Feedback,
    status: 201,
    faults: [
      { kind: "not-found", code: "agent.not-found" },
      { kind: "not-found", code: "task.not-found" },
      { kind: "not-found", code: "deliverable.not-found" },
      { kind: "conflict", code: "feedback.of-no-agent" },
    ],
    example: { taskId: "tsk_01k4znm7q1dhb8wq0m5vzy2s3e", rating: 4, text: "Right, but the table came too late." },
  }),
  withdraw: defineEndpoint({
    id: "feedback.withdraw",
    method: "DELETE",
    path: "/feedback/:feedbackId",
    summary: "Takes feedback back: one's own, as an admin anybody's. Agents read it no more.",
    access: "member",
    params: z.object({ feedbackId: idParam("feedback") }),
    response: z.undefined(),
    status: 204,
    faults: [
      { kind: "not-found", code: "feedback.not-found" },
      { kind: "forbidden", code: "access.role-missing" },
    ],
  }),
};
