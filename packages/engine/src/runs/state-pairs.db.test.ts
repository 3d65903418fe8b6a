import {
  APPROVAL_PAIRS,
  ATTEMPT_PAIRS,
  CALL_PAIRS,
  DELIVERY_PAIRS,
  ITEM_PAIRS,
  RUN_PAIRS,
  TASK_MOVES,
  WAIT_PAIRS,
} from "@cadre/domain";
import { engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const TASK_PAIRS = Object.fromEntries(Object.entries(TASK_MOVES).map(([from, moves]) => [from, Object.values(moves)]));

const MACHINES: Record<string, Readonly<Record<string, readonly string[]>>> = {
  task: TASK_PAIRS,
  run: RUN_PAIRS,
  attempt: ATTEMPT_PAIRS,
  call: CALL_PAIRS,
  wait: WAIT_PAIRS,
  approval: APPROVAL_PAIRS,
  item: ITEM_PAIRS,
  delivery: DELIVERY_PAIRS,
};

const pairsOf = (table: Readonly<Record<string, readonly string[]>>): string[] =>
  [...new Set(Object.entries(table).flatMap(([from, to]) => to.map((state) => `${from} → ${state}`)))].sort();

fact("I3", "the database allows exactly the pairs of the domain's tables, machine by machine", async () => {
  const rows = await fixture.deps.database.query<{ machine: string; fromState: string; toState: string }>(
    "select machine, from_state, to_state from state_pairs",
  );
  const stored = Object.groupBy(rows, (row) => row.machine);
  expect(Object.keys(stored).sort()).toEqual(Object.keys(MACHINES).sort());
  for (const [machine, table] of Object.entries(MACHINES)) {
    const pairs = (stored[machine] ?? []).map((row) => `${row.fromState} → ${row.toState}`).sort();
    expect({ machine, pairs }).toEqual({ machine, pairs: pairsOf(table) });
  }
});

/** One row of each machine, put into a state past its trigger, then moved by plain SQL. */
const ROWS: Record<string, { readonly table: string; readonly insert: string }> = {
  run: {
    table: "runs",
    insert: `insert into runs (id, organization_id, agent_id, kind, scenario, lane, status)
      select $1, organization_id, id, 'no_op', 'no_op', 'chat', $2 from agents limit 1`,
  },
  wait: {
    table: "waits",
    insert: `insert into waits (id, organization_id, run_id, kind, reference, status)
      select $1, organization_id, id, 'process', $1, $2 from runs where id = $3`,
  },
  attempt: {
    table: "attempts",
    insert: `insert into attempts (run_id, fence, organization_id, worker_id, status, first_step)
      select id, (select count(*) + 1000 from attempts), organization_id, $1, $2, 0 from runs where id = $3`,
  },
  call: {
    table: "tool_calls",
    insert: `insert into tool_calls (run_id, entry_id, call_id, organization_id, position, step, name, args, args_hash, effect,
        status, idempotency_key)
      select id, $1, 'c', organization_id, 0, 1, 't', '{}', '', 'read', $2, $1 from runs where id = $3`,
  },
};

const KEY_OF: Record<string, string> = { run: "id", wait: "id", attempt: "worker_id", call: "entry_id" };

fact(
  "I3",
  "plain SQL cannot make a run, attempt, call or wait go where the tables do not lead; ends absorb",
  async () => {
    const { deps, given } = fixture;
    const { database } = deps;
    const runId = await queueTestRun(deps, given);
    for (const [machine, { table, insert }] of Object.entries(ROWS)) {
      const states = Object.keys(MACHINES[machine] ?? {});
      for (const from of states) {
        for (const to of states) {
          const id = deps.newId("event");
          await database.query(insert, insert.includes("$3") ? [id, from, runId] : [id, from]);
          const moved = await database
            .query(`update ${table} set status = $2 where ${KEY_OF[machine]} = $1`, [id, to])
            .then(
              () => true,
              (error: unknown) => {
                expect(error, `${machine}: ${from} → ${to}`).toMatchObject({ code: "CA001" });
                return false;
              },
            );
          const isAllowed = from === to || (MACHINES[machine]?.[from] ?? []).includes(to);
          expect(moved, `${machine}: ${from} → ${to}`).toBe(isAllowed);
          await database.query(`delete from ${table} where ${KEY_OF[machine]} = $1`, [id]);
        }
      }
    }
  },
);
