import type { EntryPayload } from "@cadre/domain";
import { claimTestRun, engineFixture, type EngineFixture, fact, giveOrganization, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { appendEntry } from "./append-fenced.ts";
import { listSessions } from "./get-session.ts";
import { entriesSince, loadSession } from "./load-session.ts";
import { revertSession } from "./move-head.ts";
import { renameSession } from "./rename-session.ts";

let fixture: EngineFixture;
let agentId: string;
let session: { readonly id: string; readonly organizationId: string };
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { deps, given } = fixture;
  agentId = await given.newAgent({ name: "Ada" });
  const { sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
  );
  session = { id: sessionId, organizationId: given.organizationId };
});

const append = (payload: EntryPayload) =>
  transact(fixture.deps, fixture.given.system, (tx) => tx.sessions.append(session.id, payload));
const note = (text: string): EntryPayload => ({ kind: "note", v: 1, topic: "test", text });
const said = (text: string, isPinned = false): EntryPayload => ({
  kind: "user-message",
  v: 1,
  content: [{ type: "text", text }],
  isPinned,
});
const compaction = (firstKeptEntryId: string | null): EntryPayload => ({
  kind: "compaction",
  v: 1,
  summary: "so far",
  firstKeptEntryId,
  tokensBefore: 10,
});
const load = () => loadSession(fixture.deps, session);

fact("I11", "entries appended at once have numbers without gaps, each the child of the one before", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, at) => append(note(`n${at}`))));
  const entries = await load();
  expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  expect(entries.map((entry) => entry.parentId)).toEqual([null, ...entries.slice(0, -1).map((entry) => entry.id)]);
});

fact("I11", "an entry is cleaned once, comes back as it was stored, and can never be changed", async () => {
  const { deps, given } = fixture;
  const claim = await claimTestRun(deps, await queueTestRun(deps, given, { agentId, sessionId: session.id }));
  const written = await appendEntry(deps, claim, {
    sessionId: session.id,
    payload: { kind: "custom", v: 1, name: "x", value: { zebra: "a\u0000b", ape: "\uD800" } },
    step: 3,
  });
  expect(await load()).toEqual([
    {
      id: written.id,
      seq: 1,
      parentId: null,
      payload: { kind: "custom", v: 1, name: "x", value: { ape: "\uFFFD", zebra: "a\uFFFDb" } },
      runId: claim.runId,
      step: 3,
    },
  ]);
  const [row] = await deps.database.query<{ payload: string }>("select payload from session_entries where id = $1", [
    written.id,
  ]);
  expect(row?.payload).toBe('{"kind":"custom","name":"x","v":1,"value":{"ape":"\uFFFD","zebra":"a\uFFFDb"}}');
  await expect(
    deps.database.query("update session_entries set payload = '{}' where id = $1", [written.id]),
  ).rejects.toMatchObject({ code: "CA003" });
});

test("loading starts at the newest compaction's kept tail, with what is pinned before it", async () => {
  const brief = await append(said("the brief", true));
  await append(note("old"));
  const kept = await append(note("kept"));
  const first = await append(compaction(kept));
  await append(note("between"));
  const keptLater = await append(note("kept later"));
  const second = await append(compaction(keptLater));
  const last = await append(note("last"));
  expect((await load()).map((entry) => entry.id)).toEqual([brief, keptLater, second, last]);
  expect(first).not.toBe(second);
  const [row] = await fixture.deps.database.query("select epoch from sessions where id = $1", [session.id]);
  expect(row).toEqual({ epoch: 3 });
});

test("a compaction that keeps nothing is where loading starts; a pin before it loads the branch, a revert leaves it out", async () => {
  const old = await append(said("old"));
  const summary = await append(compaction(null));
  expect((await load()).map((entry) => entry.id)).toEqual([summary]);
  const pin = await append({ kind: "pin", v: 1, targetId: old, isPinned: true });
  expect((await load()).map((entry) => entry.id)).toEqual([old, summary, pin]);
  const { deps, given } = fixture;
  await revertSession(deps, given.member, { sessionId: session.id, entryId: old });
  expect((await load()).map((entry) => entry.id)).toEqual([old, pin]);
});

test("entries since a number are those after it", async () => {
  for (const text of ["a", "b", "c"]) await append(note(text));
  expect((await entriesSince(fixture.deps, session, 1)).map((entry) => entry.seq)).toEqual([2, 3]);
});

test("a key asked for by many at once has one head session", async () => {
  const { deps, given } = fixture;
  const found = await Promise.all(
    Array.from({ length: 10 }, () =>
      transact(deps, given.system, (tx) => tx.sessions.ensure({ key: `same:${agentId}`, agentId, kind: "chat" })),
    ),
  );
  expect(new Set(found.map((one) => one.sessionId)).size).toBe(1);
  expect(found.filter((one) => one.isNew)).toHaveLength(1);
  const rows = await deps.database.query("select id from sessions where agent_id = $1 and kind = 'chat'", [agentId]);
  expect(rows).toHaveLength(1);
});

fact(
  "I18",
  "a foreign organization neither reads a session nor adds to it, and nobody adds to an archived one",
  async () => {
    const { deps } = fixture;
    await append(note("ours"));
    const stranger = await giveOrganization(deps, "others");
    const foreign = { id: session.id, organizationId: stranger.organizationId };
    expect(await loadSession(deps, foreign)).toEqual([]);
    expect(await entriesSince(deps, foreign, 0)).toEqual([]);
    const refused = { code: "session.not-writable", kind: "conflict" };
    await expect(
      transact(deps, stranger.system, (tx) => tx.sessions.append(session.id, note("theirs"))),
    ).rejects.toMatchObject(refused);
    await deps.database.query("update sessions set archived_at = now() where id = $1", [session.id]);
    await expect(append(note("late"))).rejects.toMatchObject(refused);
  },
);

test("a person renames a session and finds it among those of its agent; its log says so", async () => {
  const { deps, given } = fixture;
  await append(note("one"));
  const renamed = await renameSession(deps, given.member, { sessionId: session.id, title: " The mill " });
  expect(renamed).toMatchObject({ title: "The mill", entries: 2, version: 2 });
  expect((await load()).at(-1)?.payload).toEqual({ kind: "title", v: 1, title: "The mill" });
  const { data } = await listSessions(deps, given.viewer, { agentId });
  expect(data).toMatchObject([{ id: session.id, title: "The mill" }]);
  expect((await listSessions(deps, given.viewer, { taskId: "tsk_nowhere" })).data).toEqual([]);
  await expect(renameSession(deps, given.viewer, { sessionId: session.id, title: "x" })).rejects.toMatchObject({
    code: "access.role-missing",
  });
});
