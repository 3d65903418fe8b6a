import { project } from "@cadre/core";
import { type EntryPayload, entryText, foldMarks, textOf } from "@cadre/domain";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { archiveSession, deleteSession, unarchiveSession } from "./archive-session.ts";
import { createSession } from "./create-session.ts";
import { forkSession } from "./fork-session.ts";
import { getSession, listSessions } from "./get-session.ts";
import { getSessionTree } from "./get-session-tree.ts";
import { eraseSessionsJob } from "./jobs/erase-sessions.job.ts";
import { listEntries } from "./list-entries.ts";
import { loadSession } from "./load-session.ts";
import { labelEntry, pinEntry } from "./mark-entries.ts";
import { moveSessionHead, restoreSession, revertSession } from "./move-head.ts";
import { renameSession } from "./rename-session.ts";
import { updateMetadata } from "./update-metadata.ts";

let fixture: EngineFixture;
let agentId: string;
let sessionId: string;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { deps, given } = fixture;
  agentId = await given.newAgent({ name: "Ada" });
  const made = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "chat" }),
  );
  sessionId = made.sessionId;
});

const append = (payload: EntryPayload, to = sessionId) =>
  transact(fixture.deps, fixture.given.system, (tx) => tx.sessions.append(to, payload));
const say = (text: string, to = sessionId) =>
  append({ kind: "user-message", v: 1, content: [{ type: "text", text }] }, to);
const load = (id = sessionId) => loadSession(fixture.deps, { id, organizationId: fixture.given.organizationId });
const said = async (id = sessionId) => project(await load(id), { hasResultTool: false }).map(textOf);
const log = async (id = sessionId) =>
  (await listEntries(fixture.deps, fixture.given.viewer, { sessionId: id, limit: 200 })).data;
const refused = (code: string) => expect.objectContaining({ code });

fact(
  "TW-01",
  "entries appended one after another are each the child of the one before, and the last is the head",
  async () => {
    const ids = [await say("A"), await say("B"), await say("C")];
    expect((await log()).map(({ parentId }) => parentId)).toEqual([null, ids[0], ids[1]]);
    expect((await getSession(fixture.deps, fixture.given.viewer, { sessionId })).headEntryId).toBe(ids[2]);
  },
);

fact("TW-02", "no entry is changed or deleted, also not past the engine", async () => {
  const { deps } = fixture;
  const id = await say("A");
  const immutable = { code: "CA003" };
  await expect(deps.database.query("update session_entries set tokens = 1 where id = $1", [id])).rejects.toMatchObject(
    immutable,
  );
  await expect(deps.database.query("delete from session_entries where id = $1", [id])).rejects.toMatchObject(immutable);
  expect(await said()).toEqual(["A"]);
});

fact("TW-03", "from a moved head the log goes on, and what was left stays readable by its id", async () => {
  const { deps, given } = fixture;
  const [a, b, c] = [await say("A"), await say("B"), await say("C")];
  const moved = await moveSessionHead(deps, given.member, { sessionId, entryId: a });
  expect(moved).toMatchObject({ headEntryId: a, version: 2 });
  const d = await say("D");
  expect(await said()).toEqual(["A", "D"]);
  const all = await log();
  expect(all.filter(({ id }) => id === b || id === c).map(({ payload }) => payload.kind)).toHaveLength(2);
  expect(all.at(-1)).toMatchObject({ id: d, parentId: a });
  const branch = await listEntries(deps, given.viewer, { sessionId, onBranch: true });
  expect(branch.data.map(({ id }) => id)).toEqual([a, d]);
  expect(await getSessionTree(deps, given.viewer, { sessionId })).toMatchObject({
    headEntryId: d,
    branches: [
      { tipEntryId: d, isActive: true, entries: 2 },
      { tipEntryId: c, isActive: false, sharedEntryId: a, entries: 2 },
    ],
  });
});

fact("TW-04", "a move to an entry that is not there is not found, and the head stays", async () => {
  const { deps, given } = fixture;
  const [a] = [await say("A"), await say("B")];
  const before = await getSession(deps, given.viewer, { sessionId });
  for (const entryId of ["ent_none", await elsewhere()]) {
    await expect(moveSessionHead(deps, given.member, { sessionId, entryId })).rejects.toEqual(
      refused("session.entry-not-found"),
    );
  }
  expect(await getSession(deps, given.viewer, { sessionId })).toEqual(before);
  await moveSessionHead(deps, given.member, { sessionId, entryId: a });
  const moves = (await log()).filter(({ payload }) => payload.kind === "leaf");
  await expect(moveSessionHead(deps, given.member, { sessionId, entryId: moves[0]?.id ?? "" })).rejects.toEqual(
    refused("session.entry-not-found"),
  );
});

/** An entry of another session. */
async function elsewhere(): Promise<string> {
  const { deps, given } = fixture;
  const other = await createSession(deps, given.member, { agentId });
  return say("other", other.id);
}

test("a move with a summary says what the branch that is left contained; without an entry it goes before the first", async () => {
  const { deps, given } = fixture;
  const a = await say("A");
  await say("B");
  await moveSessionHead(deps, given.member, { sessionId, entryId: a, summary: "B was tried." });
  expect(await said()).toEqual(["A", "[Branch summary]\nB was tried."]);
  expect((await log()).at(-1)).toMatchObject({ parentId: a, payload: { fromId: a } });
  await moveSessionHead(deps, given.member, { sessionId, entryId: null });
  expect(await said()).toEqual([]);
  await say("C");
  expect((await log()).at(-1)?.parentId).toBeNull();
  expect(await said()).toEqual(["C"]);
});

test("a revert hides what came after, can be restored, and is made good by a new prompt", async () => {
  const { deps, given } = fixture;
  const [a, b, c] = [await say("A"), await say("B"), await say("C")];
  expect(await revertSession(deps, given.member, { sessionId, entryId: b })).toMatchObject({ revertedFromId: c });
  expect(await revertSession(deps, given.member, { sessionId, entryId: a })).toMatchObject({
    revertedFromId: c,
    headEntryId: a,
  });
  await labelEntry(deps, given.member, { sessionId, entryId: b, label: "kept in mind" });
  expect(await said()).toEqual(["A"]);
  expect(await restoreSession(deps, given.member, { sessionId })).toMatchObject({
    headEntryId: c,
    revertedFromId: null,
  });
  expect(await said()).toEqual(["A", "B", "C"]);
  await revertSession(deps, given.member, { sessionId, entryId: a });
  await say("D");
  expect(await getSession(deps, given.viewer, { sessionId })).toMatchObject({ revertedFromId: null });
  expect(await said()).toEqual(["A", "D"]);
  await expect(restoreSession(deps, given.member, { sessionId })).rejects.toEqual(refused("session.not-reverted"));
});

test("a branch keeps its own compaction: before it everything is shown, on it what it kept, after a restore again", async () => {
  const { deps, given } = fixture;
  const [a, b] = [await say("A"), await say("B")];
  await append({ kind: "compaction", v: 1, summary: "so far", firstKeptEntryId: b, tokensBefore: 1 });
  await say("C");
  const compacted = ["[Previous conversation compacted]\nso far", "B", "C"];
  expect(await said()).toEqual(compacted);
  expect((await load()).map(({ id }) => id)).not.toContain(a);
  await revertSession(deps, given.member, { sessionId, entryId: b });
  expect(await said()).toEqual(["A", "B"]);
  await restoreSession(deps, given.member, { sessionId });
  expect(await said()).toEqual(compacted);
});

fact("TW-07", "a log whose parents go round in a circle is told as damaged, and nothing is changed", async () => {
  const { deps, given } = fixture;
  await say("A");
  const before = await getSession(deps, given.viewer, { sessionId });
  await deps.database.query(
    `insert into session_entries (session_id, seq, id, organization_id, parent_id, kind, v, payload)
     values ($1, 100, 'ent_x', $2, 'ent_y', 'note', 1, '{}'), ($1, 101, 'ent_y', $2, 'ent_x', 'note', 1, '{}')`,
    [sessionId, given.organizationId],
  );
  await expect(moveSessionHead(deps, given.member, { sessionId, entryId: "ent_x" })).rejects.toEqual(
    refused("session.damaged"),
  );
  expect(await getSession(deps, given.viewer, { sessionId })).toEqual(before);
});

fact("TW-06", "a fork keeps the path with its ids and bytes, and its marks; the source stays as it was", async () => {
  const { deps, given } = fixture;
  const [a, b] = [await say("A"), await say("B")];
  await updateMetadata(deps, given.owner, { sessionId, values: { harnessIntroduction: "You are Ada.", mood: "calm" } });
  await pinEntry(deps, given.member, { sessionId, entryId: a, isPinned: true });
  await labelEntry(deps, given.member, { sessionId, entryId: a, label: "start" });
  const c = await say("C");
  const before = await log();
  const fork = (entryId: string, position: "before" | "at") =>
    forkSession(deps, given.member, { sessionId, entryId, position, title: "Another way" });

  const forked = await fork(c, "before");
  expect(forked).toMatchObject({
    agentId,
    title: "Another way",
    metadata: { harnessIntroduction: "You are Ada.", mood: "calm" },
    origin: { kind: "fork", sessionId, entryId: before.at(-2)?.id },
  });
  expect(await said(forked.id)).toEqual(["A", "B"]);
  const copied = (await log(forked.id)).slice(0, before.length - 1);
  const bytes = (entries: typeof before) =>
    entries.map(({ id, parentId, payload }) => [id, parentId, entryText(payload)]);
  expect(bytes(copied)).toEqual(bytes(before.slice(0, -1)));
  expect(await getSessionTree(deps, given.viewer, { sessionId: forked.id })).toMatchObject({
    pinnedEntryIds: [a],
    labels: [{ entryId: a, label: "start" }],
  });
  const early = await fork(b, "at");
  expect(await getSessionTree(deps, given.viewer, { sessionId: early.id })).toMatchObject({ pinnedEntryIds: [a] });
  expect(await said((await fork(a, "before")).id)).toEqual([]);
  await append({ kind: "note", v: 1, topic: "t", text: "D" });
  await expect(fork("ent_none", "at")).rejects.toEqual(refused("session.entry-not-found"));
  await expect(fork((await log()).at(-1)?.id ?? "", "before")).rejects.toEqual(refused("session.entry-not-forkable"));

  await say("only here", forked.id);
  expect((await log()).slice(0, before.length)).toEqual(before);
});

fact(
  ["TW-09", "TW-43"],
  "metadata merges, and a new introduction is used by the next turn, in a new epoch",
  async () => {
    const { deps, given } = fixture;
    await updateMetadata(deps, given.owner, { sessionId, values: { a: "1", b: "1" } });
    const merged = await updateMetadata(deps, given.owner, { sessionId, values: { b: "2" } });
    expect(merged.metadata).toEqual({ a: "1", b: "2" });
    expect(foldMarks((await log()).map(({ payload }) => payload)).metadata).toEqual({ a: "1", b: "2" });
    await deps.database.query(
      "insert into session_epochs (session_id, epoch, organization_id, facts) values ($1, 1, $2, '{}')",
      [sessionId, given.organizationId],
    );
    const introduced = await updateMetadata(deps, given.owner, {
      sessionId,
      values: { harnessIntroduction: "I am X." },
    });
    expect(introduced.epoch).toBe(2);
    expect((await updateMetadata(deps, given.owner, { sessionId, values: { c: "3" } })).epoch).toBe(2);
    const [row] = await deps.database.query("select harness_introduction as text from sessions where id = $1", [
      sessionId,
    ]);
    expect(row).toEqual({ text: "I am X." });
    await expect(
      updateMetadata(deps, given.member, { sessionId, values: { harnessIntroduction: "No." } }),
    ).rejects.toEqual(refused("access.role-missing"));
    await expect(updateMetadata(deps, given.owner, { sessionId, values: { x: "y".repeat(20_001) } })).rejects.toEqual(
      refused("session.metadata-too-large"),
    );
    await expect(updateMetadata(deps, given.owner, { sessionId: "ses_none", values: {} })).rejects.toEqual(
      refused("session.not-found"),
    );
  },
);

fact(
  "TW-52",
  "what an older version stored is loaded, projected and read by people as today's, and stays as it is",
  async () => {
    const { deps, given } = fixture;
    await say("A");
    const stored = '{"kind":"collapse-context","sourceSessionId":"ses_1","text":"goal: old","v":1}';
    await deps.database.query(
      `with moved as (update sessions set next_seq = 3, head_entry_id = 'ent_old' where id = $1)
     insert into session_entries (session_id, seq, id, organization_id, parent_id, kind, v, payload, outlives_cuts)
     select $1, 2, 'ent_old', $2, head_entry_id, 'collapse-context', 1, $3, true from sessions where id = $1`,
      [sessionId, given.organizationId, stored],
    );
    await say("B");
    expect(await said()).toEqual(["A", "[Previous session compact summary]\ngoal: old", "B"]);
    expect((await log())[1]?.payload).toMatchObject({ v: 2, summary: "goal: old" });
    const rows = await deps.database.query("select v, payload from session_entries where id = 'ent_old'");
    expect(rows).toEqual([{ v: 1, payload: stored }]);
  },
);

fact("TW-11", "a blank name leaves the name before it", async () => {
  const { deps, given } = fixture;
  await renameSession(deps, given.member, { sessionId, title: "x" });
  expect(await renameSession(deps, given.member, { sessionId, title: "   " })).toMatchObject({ title: "x" });
});

fact(
  "TW-12",
  "a session with a run at work is not deleted and names it; afterwards it is gone for everybody",
  async () => {
    const { deps, given } = fixture;
    await say("A");
    const runId = await queueTestRun(deps, given, { agentId, sessionId });
    await claimTestRun(deps, runId);
    const busy = expect.objectContaining({ code: "session.busy", details: { sessionId, runIds: [runId] } });
    await expect(deleteSession(deps, given.owner, { sessionId })).rejects.toEqual(busy);
    await expect(archiveSession(deps, given.member, { sessionId })).rejects.toEqual(busy);
    await expect(revertSession(deps, given.member, { sessionId, entryId: null })).rejects.toEqual(busy);
    expect(await said()).toEqual(["A"]);
    await transact(deps, given.system, (tx) => tx.runs.stop({ runId }, { to: "cancelled", reason: "enough" }));
    await expect(deleteSession(deps, given.member, { sessionId })).rejects.toEqual(refused("access.role-missing"));
    await deleteSession(deps, given.owner, { sessionId });
    await expect(getSession(deps, given.viewer, { sessionId })).rejects.toEqual(refused("session.not-found"));
    await expect(say("late")).rejects.toEqual(refused("session.not-writable"));
    expect(await load()).toEqual([]);
    expect((await listSessions(deps, given.viewer, { agentId })).data).toEqual([]);

    await eraseSessionsJob.run(deps);
    const count = () => deps.database.query("select 1 from session_entries where session_id = $1", [sessionId]);
    expect(await count()).toHaveLength(1);
    await deps.database.query("update sessions set deleted_at = now() - interval '31 days' where id = $1", [sessionId]);
    await eraseSessionsJob.run(deps);
    expect(await count()).toEqual([]);
    expect(await deps.database.query("select 1 from sessions where id = $1", [sessionId])).toEqual([]);
  },
);

fact("TW-13", "a session with a key that is taken is not made", async () => {
  const { deps, given } = fixture;
  const key = `talk:${agentId}`;
  const made = await createSession(deps, given.owner, {
    agentId,
    key,
    title: "Talk",
    metadata: { harnessIntroduction: "You are the talker." },
  });
  expect(made).toMatchObject({ title: "Talk", epoch: 1, metadata: { harnessIntroduction: "You are the talker." } });
  await expect(createSession(deps, given.owner, { agentId, key })).rejects.toEqual(refused("session.already-exists"));
  expect((await listSessions(deps, given.viewer, { agentId })).data).toHaveLength(2);
  await expect(createSession(deps, given.owner, { agentId: "agt_none" })).rejects.toEqual(refused("agent.not-found"));
});

test("an archived session is read and does not change; work for its key begins a new one", async () => {
  const { deps, given } = fixture;
  const a = await say("A");
  await archiveSession(deps, given.member, { sessionId });
  expect((await listSessions(deps, given.viewer, { agentId, isArchived: true })).data).toHaveLength(1);
  expect((await listSessions(deps, given.viewer, { agentId, isArchived: false })).data).toEqual([]);
  expect(await said()).toEqual(["A"]);
  await expect(say("B")).rejects.toEqual(refused("session.not-writable"));
  const acts = [
    () => renameSession(deps, given.member, { sessionId, title: "x" }),
    () => pinEntry(deps, given.member, { sessionId, entryId: a, isPinned: true }),
    () => revertSession(deps, given.member, { sessionId, entryId: null }),
  ];
  for (const act of acts) await expect(act()).rejects.toEqual(refused("session.archived"));
  const again = () =>
    transact(deps, given.system, (tx) => tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "chat" }));
  const found = await Promise.all([again(), again(), again()]);
  expect(new Set(found.map((one) => one.sessionId)).size).toBe(1);
  expect(found[0]?.sessionId).not.toBe(sessionId);
  expect(await unarchiveSession(deps, given.member, { sessionId })).toMatchObject({ archivedAt: null });
  await say("B");
  expect(await said()).toEqual(["A", "B"]);
});

test("an act names the version it saw, and is refused when somebody acted since", async () => {
  const { deps, given } = fixture;
  await renameSession(deps, given.member, { sessionId, title: "one", version: 1 });
  const stale = expect.objectContaining({ code: "session.stale", details: { currentVersion: 2 } });
  await expect(renameSession(deps, given.member, { sessionId, title: "two", version: 1 })).rejects.toEqual(stale);
  await say("what is said is no act");
  expect(await archiveSession(deps, given.member, { sessionId, version: 2 })).toMatchObject({ version: 3 });
});
