import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTask, type EngineDeps } from "@cadre/engine";
import {
  eventually,
  fact,
  type Fleet,
  giveOrganization,
  halvesOf,
  openProviderSimulator,
  openProviderWire,
  openTestDatabase,
  startFleet,
} from "@cadre/testkit";
import { expect } from "vitest";

/** The call in whose middle the first executor is killed. */
const KILLED_AT = 3;
/** Calls of each later executor that are compared. */
const MORE = 2;
const STEP_MS = 120_000;

type CallRow = { readonly hashes: string; readonly status: string; readonly pid: number };

fact(
  ["PEER-T15", "I12"],
  "an executor killed by kill -9 and two started after it, processes of their own, send the same settings, tools and tiers 1 and 2, byte for byte",
  async () => {
    const atKill = Promise.withResolvers<void>();
    const dead = Promise.withResolvers<void>();
    const simulator = await openProviderSimulator({
      policy: async ({ turns }) => {
        if (wire.bodies.length === KILLED_AT) {
          atKill.resolve();
          await dead.promise;
        }
        return { blocks: [{ type: "call", name: "file_read", input: { path: `pages/${turns.length}.md` } }] };
      },
    });
    const wire = await openProviderWire(simulator.url);
    const database = await openTestDatabase();
    const home = mkdtempSync(path.join(tmpdir(), "cadre-restart-"));
    const fleet = await startFleet({
      databaseUrl: database.url,
      home,
      simulatorUrl: wire.url,
      doorbell: { kind: "postgres" },
      executors: 1,
    });
    try {
      await work(fleet);
      await atKill.promise;
      const killed = await fleet.kill();
      dead.resolve();
      await callsReach(KILLED_AT + MORE, wire.bodies);
      await fleet.change({ executors: 0 });
      const before = wire.bodies.length;
      await fleet.change({ executors: 1 });
      await callsReach(before + MORE, wire.bodies);
      await fleet.change({ executors: 0 });

      const bodies = [...wire.bodies];
      const calls = await callRows(fleet.deps);
      expect(calls).toHaveLength(bodies.length);
      const pids = [...new Set(calls.map(({ pid }) => pid))];
      expect(pids).toHaveLength(3);
      expect(calls.map(({ pid }) => pid).slice(0, KILLED_AT)).toEqual(Array(KILLED_AT).fill(killed));
      expect(calls.map(({ pid }) => pid).slice(KILLED_AT)).not.toContain(killed);

      const halves = bodies.map(halvesOf);
      const [first = ""] = halves[0] ?? [];
      expect(first).toContain('"name":"task_submit_review"');
      expect(first.length).toBeGreaterThan(20_000);
      expect(halves.map(([prefix], at) => (prefix === first ? "same" : `call ${at + 1} differs`))).toEqual(
        bodies.map(() => "same"),
      );
      expect(new Set(halves.map(([, rest]) => rest)).size).toBeGreaterThan(MORE * 2);
      expect(new Set(calls.map(({ hashes }) => hashes)).size).toBe(1);
      expect(fleet.accidents).toEqual([]);
    } finally {
      dead.resolve();
      await fleet.stop();
      wire.close();
      await simulator.close();
      await database.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
);

/** Gives an agent a task that it reads one page after the other for. */
async function work({ deps }: Fleet): Promise<void> {
  const { owner, projectId, workerId } = await giveOrganization(deps);
  await createTask(deps, owner, {
    projectId,
    title: "Read the pages",
    description: "One after the other.",
    assigneeId: workerId,
    reviewerKind: "person",
    reviewerId: owner.id,
  });
}

function callsReach(count: number, bodies: readonly string[]): Promise<unknown> {
  return eventually(() => bodies.length >= count || undefined, `call ${count}`, STEP_MS);
}

/** The calls of the run, and the process that made each. */
function callRows({ database }: EngineDeps): Promise<CallRow[]> {
  return database.query<CallRow>(
    `select concat_ws(' ', c.receipt::jsonb #>> '{hashes,tools}', c.receipt::jsonb #>> '{hashes,tier1}',
         c.receipt::jsonb #>> '{hashes,tier2}') as hashes, c.status, w.pid
     from model_calls c
     join attempts a on a.run_id = c.run_id and a.fence = c.fence
     join workers w on w.id = a.worker_id
     order by c.started_at, c.id`,
  );
}
