import { project } from "@cadre/core";
import { type EntryPayload, textOf } from "@cadre/domain";
import { engineFixture, type EngineFixture, fact, giveOrganization, openToolDesk, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { createSession } from "../create-session.ts";
import { getSessionTree } from "../get-session-tree.ts";
import { loadSession } from "../load-session.ts";
import { labelEntry, pinEntry } from "../mark-entries.ts";
import { moveSessionHead, revertSession } from "../move-head.ts";
import { exportSession } from "./export-session.ts";
import { importSession } from "./import-session.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

async function exported(sessionId: string): Promise<string> {
  const { lines } = await exportSession(fixture.deps, fixture.given.viewer, { sessionId });
  return (await Array.fromAsync(lines)).join("");
}

/** A session with two branches, a compaction, marks, an entry of an older version and a result in the blob store. */
async function givenSession(): Promise<{ sessionId: string; whole: string }> {
  const { deps, given } = fixture;
  const metadata = { harnessIntroduction: "You are Ada." };
  const { id: sessionId } = await createSession(deps, given.owner, { agentId: given.workerId, title: "T", metadata });
  const append = (payload: EntryPayload) =>
    transact(deps, given.system, (tx) => tx.sessions.append(sessionId, payload));
  const say = (text: string) => append({ kind: "user-message", v: 1, content: [{ type: "text", text }] });
  const whole = "row\n".repeat(20_000);
  const first = await say("first \u2028 😀");
  const left = await say("left");
  await append({
    kind: "tool-result",
    v: 1,
    assistantEntryId: left,
    callId: "call_long",
    name: "shell_execute",
    outcome: "done",
    text: "row",
    blob: { hash: await deps.blobs.put(whole), chars: whole.length, lines: 20_001, tail: "row\n" },
  });
  await pinEntry(deps, given.member, { sessionId, entryId: first, isPinned: true });
  await labelEntry(deps, given.member, { sessionId, entryId: left, label: "left" });
  await moveSessionHead(deps, given.member, { sessionId, entryId: first });
  const kept = await say("right");
  await append({ kind: "compaction", v: 1, summary: "so far", firstKeptEntryId: kept, tokensBefore: 1 });
  await say("newest");
  return { sessionId, whole };
}

const STORED =
  "select id, seq, parent_id, kind, v, payload, outlives_cuts, created_at from session_entries where session_id = $1 order by seq";

test("what was exported is a session of the same bytes in another organization, branch by branch, and stays what it was", async () => {
  const { deps, given } = fixture;
  const { sessionId, whole } = await givenSession();
  const stored = (id: string) => deps.database.query(STORED, [id]);
  const before = await stored(sessionId);
  const file = await exported(sessionId);
  expect(await stored(sessionId)).toEqual(before);

  const elsewhere = await giveOrganization(deps, "elsewhere");
  const imported = await importSession(deps, elsewhere.owner, { agentId: elsewhere.workerId, file });
  expect(imported).toMatchObject({
    agentId: elsewhere.workerId,
    title: "T",
    metadata: { harnessIntroduction: "You are Ada." },
    origin: { kind: "import", sessionId },
    entries: before.length,
  });
  expect(await stored(imported.id)).toEqual(before);
  const load = (id: string, organizationId: string) => loadSession(deps, { id, organizationId });
  const shown = async (id: string, organizationId: string) =>
    project(await load(id, organizationId), { hasResultTool: true }).map(textOf);
  expect(await shown(imported.id, elsewhere.organizationId)).toEqual(await shown(sessionId, given.organizationId));
  expect(await getSessionTree(deps, elsewhere.viewer, { sessionId: imported.id })).toEqual(
    await getSessionTree(deps, given.viewer, { sessionId }),
  );
  expect(await load(imported.id, given.organizationId)).toEqual([]);

  const runId = await queueTestRun(deps, elsewhere, { agentId: elsewhere.workerId, sessionId: imported.id });
  const desk = await openToolDesk({ ...fixture, given: elsewhere }, { agentId: elsewhere.workerId, runId });
  const page = await desk.call("session_tool_result", { tool_call_id: "call_long", offset: 20_000 });
  expect(page.text).toContain("lines 20000–20001 / 20001");
  expect(whole.split("\n")).toHaveLength(20_001);
});

test("an imported session goes on where it stood: it is appended to, reverted and exported again", async () => {
  const { deps, given } = fixture;
  const { sessionId } = await givenSession();
  const file = await exported(sessionId);
  const { id } = await importSession(deps, given.owner, { agentId: given.workerId, file, title: "Again" });
  const again = await exported(id);
  const entriesIn = (text: string) => text.split("\n").filter((line) => line.includes('"type":"entry"'));
  expect(entriesIn(again)).toEqual(entriesIn(file));
  const log = await loadSession(deps, { id, organizationId: given.organizationId });
  const first = log.find(({ payload }) => payload.kind === "user-message")?.id ?? "";
  await transact(deps, given.system, (tx) =>
    tx.sessions.append(id, { kind: "note", v: 1, topic: "t", text: "on it goes" }),
  );
  await revertSession(deps, given.member, { sessionId: id, entryId: first });
  const shown = project(await loadSession(deps, { id, organizationId: given.organizationId }), {
    hasResultTool: false,
  });
  expect(shown.map(textOf)).toEqual(["first \u2028 😀"]);
});

fact("TW-08", "of a batch with one bad entry nothing is stored: no session, no entry, no event", async () => {
  const { deps, given } = fixture;
  const { sessionId } = await givenSession();
  const file = await exported(sessionId);
  const traces = () =>
    deps.database.query(
      `select (select count(*)::int from sessions) as sessions, (select count(*)::int from session_entries) as entries,
         (select count(*)::int from outbox) as events`,
    );
  const before = await traces();
  const lines = file.split("\n");
  const changes = [
    file.slice(0, -1),
    file.replace("newest", "Newest"),
    lines.toSpliced(3, 1).join("\n"),
    lines.toSpliced(3, 0, lines[3] ?? "").join("\n"),
    "",
    "{}",
  ];
  for (const bad of changes) {
    await expect(importSession(deps, given.owner, { agentId: given.workerId, file: bad })).rejects.toMatchObject({
      code: "session.file-damaged",
    });
  }
  await expect(importSession(deps, given.owner, { agentId: "agt_none", file })).rejects.toMatchObject({
    code: "agent.not-found",
  });
  await expect(importSession(deps, given.member, { agentId: given.workerId, file })).rejects.toMatchObject({
    code: "access.role-missing",
  });
  expect(await traces()).toEqual(before);
});

test("a session whose long result is lost is not exported half", async () => {
  const { deps, given } = fixture;
  const { sessionId } = await givenSession();
  const lost = { ...deps, blobs: { ...deps.blobs, get: () => Promise.reject(new Error("gone")) } };
  await expect(exportSession(lost, given.viewer, { sessionId })).rejects.toMatchObject({
    code: "session.result-missing",
  });
});
