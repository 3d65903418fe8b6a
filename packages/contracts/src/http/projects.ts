import { NewProject, Project, ProjectChange } from "@cadre/domain";
import { z } from "zod";
import { idParam, ListQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const params = z.object({ projectId: idParam("project") });
const missing = { kind: "not-found", code: "project.not-found" } as const;

export const projectEndpoints = {
  list: defineEndpoint({
    id: "projects.list",
    method: "GET",
    path: "/projects",
    summary: "Projects in the order they were made, archived ones included.",
    access: "viewer",
    query: ListQuery,
    response: pageOf(Project),
    status: 200,
  }),
  create: defineEndpoint({
    id: "projects.create",
    method: "POST",
    path: "/projects",
    summary: "Makes a project. Its key begins the keys of its tasks.",
    access: "admin",
    body: NewProject,
    response: Project,
    status: 201,
    faults: [{ kind: "conflict", code: "project.key-taken" }],
    example: {
      key: "ENGINE",
      name: "Analytical engine",
      description: "The mill and the store.",
      repositories: [{ location: "/srv/repositories/engine", defaultBranch: "main" }],
      governance: { creationTier: "human" },
    },
  }),
  get: defineEndpoint({
    id: "projects.get",
    method: "GET",
    path: "/projects/:projectId",
    summary: "One project.",
    access: "viewer",
    params,
    response: Project,
    status: 200,
    faults: [missing],
  }),
  update: defineEndpoint({
    id: "projects.update",
    method: "PATCH",
    path: "/projects/:projectId",
    summary: "Changes the fields that are given; the key stays. An archived project takes no new tasks.",
    access: "admin",
    params,
    body: ProjectChange,
    response: Project,
    status: 200,
    ifMatch: "required",
    faults: [missing, { kind: "stale", code: "project.stale" }],
    example: { name: "Analytical engine, second design", isArchived: false },
  }),
};
