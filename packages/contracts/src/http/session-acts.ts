import { SessionMetadata, SessionTitle, visibleText } from "@cadre/domain";
import { SESSION_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam, NoBody } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";
import { Session } from "./sessions.ts";

const params = z.object({ sessionId: idParam("session") });

const missing = { kind: "not-found", code: "session.not-found" } as const;
const stale = { kind: "stale", code: "session.stale" } as const;
const archived = { kind: "conflict", code: "session.archived" } as const;
const busy = { kind: "conflict", code: "session.busy" } as const;
const noEntry = { kind: "not-found", code: "session.entry-not-found" } as const;
const notForkable = { kind: "not-found", code: "session.entry-not-forkable" } as const;
const damaged = { kind: "unavailable", code: "session.damaged" } as const;
const tooLarge = { kind: "invalid", code: "session.metadata-too-large" } as const;
const role = { kind: "forbidden", code: "access.role-missing" } as const;

const metadata = SessionMetadata.describe(
  "Texts by key. `harnessIntroduction` replaces the first sentence that agents read of their harness, and takes an admin.",
);
const EntryId = idParam("entry");
const Target = EntryId.nullable().describe("The entry that stays the last; null goes before the first.");

/** What a person may do with a session. Each act names, by If-Match, the version it saw, if it cares. */
export const sessionActEndpoints = {
  create: defineEndpoint({
    id: "sessions.create",
    method: "POST",
    path: "/sessions",
    summary: "Begins a session with an agent.",
    access: "member",
    body: z.strictObject({
      agentId: idParam("agent"),
      key: visibleText(SESSION_LIMITS.keyChars).optional().describe("A name that no other session has."),
      title: SessionTitle.optional(),
      metadata: metadata.optional(),
    }),
    response: Session,
    status: 201,
    faults: [
      { kind: "not-found", code: "agent.not-found" },
      { kind: "conflict", code: "session.already-exists" },
      tooLarge,
      role,
    ],
    example: { agentId: "agt_01k4znm7q1dhb8wq0m5vzy2s3e", title: "The report for March" },
  }),
  fork: defineEndpoint({
    id: "sessions.fork",
    method: "POST",
    path: "/sessions/:sessionId/fork",
    summary:
      "Begins a session with the entries of another: up to its head, up to and with an entry (`at`), or before a message of a user (`before`). The source stays as it is.",
    access: "member",
    params,
    body: z.strictObject({
      entryId: EntryId.optional(),
      position: z.enum(["before", "at"]).default("before"),
      title: SessionTitle.optional(),
      metadata: metadata.optional(),
    }),
    response: Session,
    status: 201,
    faults: [missing, noEntry, notForkable, damaged, tooLarge, role],
    example: { entryId: "ent_01k4znm7q1dhb8wq0m5vzy2s3e", position: "at" },
  }),
  import: defineEndpoint({
    id: "sessions.import",
    method: "POST",
    path: "/sessions/import",
    summary:
      "Makes a session of an exported one, for an agent here. A file that is damaged anywhere is refused whole, with the line.",
    access: "admin",
    body: z.strictObject({
      agentId: idParam("agent"),
      title: SessionTitle.optional(),
      file: z.string().min(1).describe("The text of the file that the export answered."),
    }),
    bodyBytes: SESSION_LIMITS.importBytes,
    response: Session,
    status: 201,
    faults: [
      { kind: "not-found", code: "agent.not-found" },
      { kind: "invalid", code: "session.file-damaged" },
      { kind: "invalid", code: "session.file-format" },
      { kind: "invalid", code: "session.entry-too-new" },
    ],
    example: { agentId: "agt_01k4znm7q1dhb8wq0m5vzy2s3e", file: '{"type":"session"}\n{"type":"end"}\n' },
  }),
  rename: defineEndpoint({
    id: "sessions.rename",
    method: "POST",
    path: "/sessions/:sessionId/rename",
    summary: "Gives a session another title, for people: agents do not read it.",
    access: "member",
    params,
    body: z.strictObject({ title: SessionTitle }),
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale, archived],
    example: { title: "The report for March" },
  }),
  updateMetadata: defineEndpoint({
    id: "sessions.update-metadata",
    method: "PATCH",
    path: "/sessions/:sessionId/metadata",
    summary: "Merges values into a session's metadata. Another introduction holds from the next turn on.",
    access: "member",
    params,
    body: z.strictObject({ values: metadata }),
    response: Session,
    status: 200,
    ifMatch: "required",
    faults: [missing, stale, archived, tooLarge, role],
    example: { values: { harnessIntroduction: "You are the editor of our newsletter." } },
  }),
  pin: defineEndpoint({
    id: "sessions.pin",
    method: "POST",
    path: "/sessions/:sessionId/pin",
    summary: "Pins an entry, so that no compaction or cut takes it out of the prompt, or lets it go.",
    access: "member",
    params,
    body: z.strictObject({ entryId: EntryId, isPinned: z.boolean() }),
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale, archived, noEntry],
    example: { entryId: "ent_01k4znm7q1dhb8wq0m5vzy2s3e", isPinned: true },
  }),
  label: defineEndpoint({
    id: "sessions.label",
    method: "POST",
    path: "/sessions/:sessionId/label",
    summary: "Gives an entry a label for people, or takes it away with null.",
    access: "member",
    params,
    body: z.strictObject({ entryId: EntryId, label: visibleText(SESSION_LIMITS.labelChars).nullable() }),
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale, archived, noEntry],
    example: { entryId: "ent_01k4znm7q1dhb8wq0m5vzy2s3e", label: "before the change of plan" },
  }),
  moveHead: defineEndpoint({
    id: "sessions.move-head",
    method: "POST",
    path: "/sessions/:sessionId/head",
    summary:
      "Goes on from another entry of the log, on whatever branch; a summary of the branch that is left is read by the agent.",
    access: "member",
    params,
    body: z.strictObject({ entryId: Target, summary: z.string().max(SESSION_LIMITS.summaryChars).optional() }),
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale, archived, busy, noEntry, damaged],
    example: { entryId: "ent_01k4znm7q1dhb8wq0m5vzy2s3e" },
  }),
  revert: defineEndpoint({
    id: "sessions.revert",
    method: "POST",
    path: "/sessions/:sessionId/revert",
    summary: "Takes a session back to an earlier entry. It can be restored until something new is said.",
    access: "member",
    params,
    body: z.strictObject({ entryId: Target }),
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale, archived, busy, noEntry, damaged],
    example: { entryId: "ent_01k4znm7q1dhb8wq0m5vzy2s3e" },
  }),
  restore: defineEndpoint({
    id: "sessions.restore",
    method: "POST",
    path: "/sessions/:sessionId/restore",
    summary: "Puts back what a revert hid.",
    access: "member",
    params,
    body: NoBody,
    response: Session,
    status: 200,
    ifMatch: "required",
    faults: [missing, stale, archived, busy, damaged, { kind: "conflict", code: "session.not-reverted" }],
    example: {},
  }),
  archive: defineEndpoint({
    id: "sessions.archive",
    method: "POST",
    path: "/sessions/:sessionId/archive",
    summary: "Puts a session away: it is read as before, and does not change. New work for its key begins another one.",
    access: "member",
    params,
    body: NoBody,
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale, busy],
    example: {},
  }),
  unarchive: defineEndpoint({
    id: "sessions.unarchive",
    method: "POST",
    path: "/sessions/:sessionId/unarchive",
    summary: "Takes a session out of the archive.",
    access: "member",
    params,
    body: NoBody,
    response: Session,
    status: 200,
    ifMatch: "optional",
    faults: [missing, stale],
    example: {},
  }),
  delete: defineEndpoint({
    id: "sessions.delete",
    method: "DELETE",
    path: "/sessions/:sessionId",
    summary: "Deletes a session. It is refused, with the runs, while any works in it.",
    access: "admin",
    params,
    response: z.undefined(),
    status: 204,
    faults: [missing, busy],
  }),
};
