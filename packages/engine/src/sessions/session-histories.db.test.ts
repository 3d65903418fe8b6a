import { problemsOf, project, sanitise } from "@cadre/core";
import { type EntryPayload, entryText, NO_USAGE, pathTo, type TreeEntry } from "@cadre/domain";
import { engineFixture, type EngineFixture } from "@cadre/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { archiveSession, unarchiveSession } from "./archive-session.ts";
import { createSession } from "./create-session.ts";
import { forkSession } from "./fork-session.ts";
import { getSession } from "./get-session.ts";
import { readEntryIndex } from "./entry-index.ts";
import { loadSession, type StoredEntry } from "./load-session.ts";
import { pinEntry } from "./mark-entries.ts";
import { moveSessionHead, restoreSession, revertSession } from "./move-head.ts";
import { exportSession } from "./transfer/export-session.ts";
import { importSession } from "./transfer/import-session.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type Act = { readonly kind: (typeof ACTS)[number]; readonly at: number; readonly text: string };
const ACTS = [
  "say",
  "step",
  "half",
  "compact",
  "pin",
  "unpin",
  "move",
  "revert",
  "restore",
  "archive",
  "fork",
  "transfer",
] as const;

const anyHistory = fc.array(
  fc.record({
    kind: fc.constantFrom(...ACTS),
    at: fc.nat(40),
    text: fc.constantFrom("", "short", "😀".repeat(30), "水\n", "x".repeat(21_000)),
  }),
  { minLength: 1, maxLength: 14 },
);

const said = (text: string): EntryPayload => ({ kind: "user-message", v: 1, content: [{ type: "text", text }] });
const replied = (callId: string): EntryPayload => ({
  kind: "assistant-message",
  v: 1,
  content: [{ type: "tool-call", callId, name: "file_read", args: {} }],
  model: { provider: "p", model: "m" },
  stopReason: "tool-use",
  usage: NO_USAGE,
  isSimulated: true,
});

/** Does one act and answers the session it leads on in. */
async function perform(sessionId: string, act: Act): Promise<string> {
  const { deps, given } = fixture;
  const append = (payload: EntryPayload) =>
    transact(deps, given.system, (tx) => tx.sessions.append(sessionId, payload));
  const index = await readEntryIndex(deps.database, sessionId);
  const said_ = index.filter(({ kind }) => kind !== "leaf" && kind !== "revert");
  const entryId = said_.length === 0 ? null : (said_[act.at % said_.length]?.id ?? null);
  const target = { sessionId, entryId };
  switch (act.kind) {
    case "say":
      await append(said(act.text));
      break;
    case "step":
    case "half": {
      const callId = `call_${index.length}`;
      const assistantEntryId = await append(replied(callId));
      if (act.kind === "half") break;
      await append({
        kind: "tool-result",
        v: 1,
        assistantEntryId,
        callId,
        name: "file_read",
        outcome: "done",
        text: act.text,
      });
      break;
    }
    case "compact": {
      const { headEntryId } = await getSession(deps, given.viewer, { sessionId });
      const path = pathTo(index, headEntryId);
      const kept = path.length === 0 ? null : (path[act.at % path.length]?.id ?? null);
      await append({ kind: "compaction", v: 1, summary: `up to ${kept}`, firstKeptEntryId: kept, tokensBefore: 1 });
      break;
    }
    case "pin":
    case "unpin":
      if (entryId !== null) await pinEntry(deps, given.member, { sessionId, entryId, isPinned: act.kind === "pin" });
      break;
    case "move":
      await moveSessionHead(deps, given.member, { ...target, summary: act.text });
      break;
    case "revert":
      await revertSession(deps, given.member, target);
      break;
    case "restore":
      await restoreSession(deps, given.member, { sessionId }).catch((error: { code?: string }) =>
        expect(error.code).toBe("session.not-reverted"),
      );
      break;
    case "archive":
      await archiveSession(deps, given.member, { sessionId });
      await unarchiveSession(deps, given.member, { sessionId });
      break;
    case "fork":
      return (await forkSession(deps, given.member, { sessionId, position: "at" })).id;
    case "transfer": {
      const { lines } = await exportSession(deps, given.viewer, { sessionId });
      const file = (await Array.fromAsync(lines)).join("");
      return (await importSession(deps, given.owner, { agentId: given.workerId, file })).id;
    }
  }
  return sessionId;
}

const load = (id: string) => loadSession(fixture.deps, { id, organizationId: fixture.given.organizationId });
const bytesOf = (entries: readonly StoredEntry[]): string => JSON.stringify(project(entries, { hasResultTool: true }));

/** What loading leaves out must not show: the same as from the whole path along the parents, with every pin there is. */
async function expectWholeBranch(id: string): Promise<void> {
  const { deps, given } = fixture;
  const { headEntryId } = await getSession(deps, given.viewer, { sessionId: id });
  const rows = await deps.database.query<TreeEntry & { payload: string }>(
    "select id, seq, parent_id, kind, payload from session_entries where session_id = $1 order by seq",
    [id],
  );
  const onPath = new Set(pathTo(rows, headEntryId).map((entry) => entry.id));
  const whole = rows
    .filter((row) => onPath.has(row.id) || row.kind === "pin")
    .map((row) => ({ ...row, payload: JSON.parse(row.payload) as EntryPayload }));
  const loaded = await load(id);
  expect(project(loaded, { hasResultTool: true })).toEqual(project(whole, { hasResultTool: true }));
  expect(loaded.filter(({ id: one, payload }) => !onPath.has(one) && payload.kind !== "pin")).toEqual([]);
  expect(loaded.map(({ seq }) => seq)).toEqual(loaded.map(({ seq }) => seq).toSorted((a, b) => a - b));
}

test("any history of steps, moves, reverts, compactions, pins, forks, archives and transfers: one branch is shown, whole, sendable and the same twice; no entry is ever changed", async () => {
  const { deps, given } = fixture;
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      let { id } = await createSession(deps, given.owner, { agentId: given.workerId });
      for (const act of history) {
        const before = await deps.database.query("select * from session_entries where session_id = $1 order by seq", [
          id,
        ]);
        const shown = bytesOf(await load(id));
        const next = await perform(id, act);
        const after = await deps.database.query("select * from session_entries where session_id = $1 order by seq", [
          id,
        ]);
        expect(after.slice(0, before.length)).toEqual(before);
        if (["fork", "transfer", "archive"].includes(act.kind)) expect(bytesOf(await load(next))).toBe(shown);
        id = next;
      }
      await expectWholeBranch(id);
      const entries = await load(id);
      const texts = entries.map(({ payload }) => entryText(payload));
      const messages = project(entries, { hasResultTool: true });
      expect(problemsOf(sanitise(messages).messages)).toEqual([]);
      expect(bytesOf(await load(id))).toBe(JSON.stringify(messages));
      expect(entries.map(({ payload }) => entryText(payload))).toEqual(texts);
    }),
    { numRuns: 40 },
  );
}, 600_000);

test("a compaction that an import brought cuts a call from its result: the step is loaded whole, as the branch shows it", async () => {
  const { deps, given } = fixture;
  const { id } = await createSession(deps, given.owner, { agentId: given.workerId });
  await perform(id, { kind: "say", at: 0, text: "long before" });
  await perform(id, { kind: "step", at: 0, text: "short" });
  await perform(id, { kind: "compact", at: 2, text: "" });
  const loaded = await load(id);
  const kinds = loaded.map(({ payload }) => payload.kind);
  expect(kinds).toEqual(["user-message", "assistant-message", "tool-result", "compaction"]);
  expect(bytesOf(loaded)).not.toContain("long before");
  await expectWholeBranch(id);
});
