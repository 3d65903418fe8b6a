import { Deliverable, NewLink } from "@cadre/domain";
import { z } from "zod";
import { idParam, listQuery, ListQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const missing = { kind: "not-found", code: "deliverable.not-found" } as const;
const params = z.object({ deliverableId: idParam("deliverable") });

const unreadable = [
  { kind: "unavailable", code: "blob.missing" },
  { kind: "unavailable", code: "blob.damaged" },
] as const;

export const deliverableEndpoints = {
  list: defineEndpoint({
    id: "deliverables.list",
    method: "GET",
    path: "/deliverables",
    summary: "The newest version of each result that matches, newest first.",
    access: "viewer",
    query: listQuery({
      projectId: idParam("project").optional(),
      taskId: idParam("task").optional(),
      search: z.string().max(200).optional().describe("Words of the title, the summary, the reference or a tag."),
    }),
    response: pageOf(Deliverable),
    status: 200,
  }),
  addLink: defineEndpoint({
    id: "deliverables.add-link",
    method: "POST",
    path: "/deliverables",
    summary:
      "Registers an address as a result of a task, of a project, or of everybody's. The same address of the same task becomes its next version.",
    access: "member",
    body: NewLink,
    response: Deliverable,
    status: 201,
    faults: [
      { kind: "not-found", code: "task.not-found" },
      { kind: "not-found", code: "project.not-found" },
    ],
    example: { url: "https://example.com/report", title: "The report", taskId: "tsk_01k4znm7q1dhb8wq0m5vzy2s3e" },
  }),
  listOfTask: defineEndpoint({
    id: "deliverables.list-of-task",
    method: "GET",
    path: "/tasks/:taskId/deliverables",
    summary: "The newest version of each result of a task, newest first. Earlier versions are part of the task itself.",
    access: "viewer",
    params: z.object({ taskId: idParam("task") }),
    query: ListQuery,
    response: pageOf(Deliverable),
    status: 200,
    faults: [{ kind: "not-found", code: "task.not-found" }],
  }),
  get: defineEndpoint({
    id: "deliverables.get",
    method: "GET",
    path: "/deliverables/:deliverableId",
    summary: "One version of a result.",
    access: "viewer",
    params,
    response: Deliverable,
    status: 200,
    faults: [missing],
  }),
  download: defineEndpoint({
    id: "deliverables.download",
    method: "GET",
    path: "/deliverables/:deliverableId/content",
    summary: "The bytes of a delivered file, as an attachment.",
    access: "viewer",
    params,
    response: z.string(),
    status: 200,
    produces: "application/octet-stream",
    faults: [missing, { kind: "conflict", code: "deliverable.not-a-file" }, ...unreadable],
  }),
  downloadSubmitted: defineEndpoint({
    id: "submits.download",
    method: "GET",
    path: "/tasks/:taskId/submits/:submitId/content",
    summary: "The bytes of one file of a submit's snapshot, as they were judged.",
    access: "viewer",
    params: z.object({ taskId: idParam("task"), submitId: idParam("submit") }),
    query: z.strictObject({ path: z.string().min(1).max(1_000).describe("As the submit's files name it.") }),
    response: z.string(),
    status: 200,
    produces: "application/octet-stream",
    faults: [
      { kind: "not-found", code: "submit.not-found" },
      { kind: "not-found", code: "submit.no-such-file" },
      ...unreadable,
    ],
  }),
};
