import {
  Document,
  DocumentChange,
  DocumentHead,
  DocumentKindName,
  Revision,
  RevisionChoice,
  RevisionDetail,
} from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { listQuery, ListQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint, type EndpointFault } from "./define-endpoint.ts";

const place = {
  kind: DocumentKindName,
  ownerId: z.string().min(1).describe("Id of the organization, team, agent or person whose document it is."),
};
const params = z.object(place);
const missing: EndpointFault = { kind: "not-found", code: "document.not-found" };
const noRevision: EndpointFault = { kind: "not-found", code: "revision.not-found" };
const stale: EndpointFault = { kind: "stale", code: "document.stale" };
const notYours: EndpointFault = { kind: "forbidden", code: "access.role-missing" };

/** Texts that people write and agents read, with their history. */
export const documentEndpoints = {
  list: defineEndpoint({
    id: "documents.list",
    method: "GET",
    path: "/documents",
    summary: "Every text that people write and agents read, without the texts, kind by kind.",
    access: "viewer",
    query: listQuery({ kind: DocumentKindName.optional(), ownerId: z.string().min(1).max(64).optional() }),
    response: pageOf(DocumentHead),
    status: 200,
  }),
  get: defineEndpoint({
    id: "documents.get",
    method: "GET",
    path: "/documents/:kind/:ownerId",
    summary: "One text as it is now. Agents read it from their next session, or epoch of a session, on.",
    access: "viewer",
    params,
    response: Document,
    status: 200,
    faults: [missing],
  }),
  change: defineEndpoint({
    id: "documents.change",
    method: "PUT",
    path: "/documents/:kind/:ownerId",
    summary:
      "Gives a document another text, as its next revision. Members change their own profile, admins everything. The same change again changes nothing.",
    access: "member",
    params,
    body: DocumentChange,
    response: Document,
    status: 200,
    ifMatch: "required",
    faults: [missing, stale, notYours, { kind: "invalid", code: "document.too-long" }],
    example: { text: "We build calculating machines.", reason: "Said in one sentence." },
  }),
  listRevisions: defineEndpoint({
    id: "documents.list-revisions",
    method: "GET",
    path: "/documents/:kind/:ownerId/revisions",
    summary: "The history of a document, newest first: who changed it, when and why.",
    access: "viewer",
    params,
    query: ListQuery,
    response: pageOf(Revision),
    status: 200,
    faults: [missing],
  }),
  getRevision: defineEndpoint({
    id: "documents.get-revision",
    method: "GET",
    path: "/documents/:kind/:ownerId/revisions/:number",
    summary: "One earlier text of a document.",
    access: "viewer",
    params: z.object({ ...place, number: z.coerce.number().int().min(1).max(API_LIMITS.rowNumberMax) }),
    response: RevisionDetail,
    status: 200,
    faults: [missing, noRevision],
  }),
  restore: defineEndpoint({
    id: "documents.restore",
    method: "POST",
    path: "/documents/:kind/:ownerId/restore",
    summary: "Brings an earlier text back, as a new revision.",
    access: "member",
    params,
    body: RevisionChoice,
    response: Document,
    status: 200,
    ifMatch: "required",
    faults: [missing, noRevision, stale, notYours],
    example: { number: 1, reason: "The shorter one was better." },
  }),
};
