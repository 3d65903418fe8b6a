import { type EngineFixture, engineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { appendCompaction } from "./append-compaction.ts";
import { loadSession } from "./load-session.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

/** A log of `entries` notes after a pinned brief, each with the one before as its parent. */
async function givenLog(key: string, entries: number): Promise<string> {
  const { deps, given } = fixture;
  const sessionId = await transact(deps, given.system, async (tx) => {
    const session = await tx.sessions.ensure({ key, agentId: given.workerId, kind: "task" });
    const content = [{ type: "text" as const, text: "TASK EXECUTION" }];
    await tx.sessions.append(session.sessionId, { kind: "user-message", v: 1, content, isPinned: true });
    return session.sessionId;
  });
  const [brief] = await deps.database.query<{ id: string }>("select id from session_entries where session_id = $1", [
    sessionId,
  ]);
  await deps.database.query(
    `insert into session_entries (id, session_id, seq, organization_id, parent_id, kind, v, payload, tokens)
     select $1 || '_' || n, $1, n, $2, case when n = 2 then $4 else $1 || '_' || (n - 1) end, 'note', 1,
       '{"kind":"note","text":"Note ' || n || '","topic":"t","v":1}', 4
     from generate_series(2, $3::int) n`,
    [sessionId, given.organizationId, entries, brief?.id ?? ""],
  );
  await deps.database.query(
    "update sessions set next_seq = $2::int + 1, head_entry_id = $1 || '_' || $2::int where id = $1",
    [sessionId, entries],
  );
  return sessionId;
}

function compact(sessionId: string, kept: number, loadedSeq: number): Promise<string | undefined> {
  const { deps, given } = fixture;
  return transact(deps, given.system, (tx) =>
    appendCompaction(tx, {
      sessionId,
      loadedSeq,
      entry: { kind: "compaction", v: 1, summary: "S", firstKeptEntryId: `${sessionId}_${kept}`, tokensBefore: 40_000 },
      origin: { runId: "run_1", fence: 1, step: 9 },
      facts: { due: "tokens", cutEntries: kept - 2, tokensAfter: 200 },
    }),
  );
}

test("of 10,000 entries only the brief, what the compaction kept and the compaction are read", async () => {
  const { deps, given } = fixture;
  const sessionId = await givenLog("long", 10_000);
  const session = { id: sessionId, organizationId: given.organizationId };
  expect(await loadSession(deps, session)).toHaveLength(10_000);
  await compact(sessionId, 9_961, 10_000);
  const loaded = await loadSession(deps, session);
  expect(loaded).toHaveLength(1 + 40 + 1);
  expect(loaded.map(({ seq }) => seq)).toEqual([1, ...Array.from({ length: 41 }, (_, at) => 9_961 + at)]);
});

test("a compaction that was planned on a log that was compacted meanwhile writes nothing", async () => {
  const { deps } = fixture;
  const sessionId = await givenLog("twice", 100);
  const made = await Promise.all([compact(sessionId, 60, 100), compact(sessionId, 60, 100)]);
  expect(made.filter((entryId) => entryId !== undefined)).toHaveLength(1);
  const [row] = await deps.database.query<{ epoch: number; compactions: number; events: number }>(
    `select s.epoch, (select count(*)::int from session_entries e where e.session_id = s.id and e.kind = 'compaction') as compactions,
       (select count(*)::int from outbox o where o.entity_id = s.id and o.type = 'session.compacted') as events
     from sessions s where s.id = $1`,
    [sessionId],
  );
  expect(row).toEqual({ epoch: 2, compactions: 1, events: 1 });
  expect(await compact(sessionId, 80, 101)).toBeDefined();
});
