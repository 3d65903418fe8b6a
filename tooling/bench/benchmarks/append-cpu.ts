import type { UserMessageEntry } from "@cadre/domain";
import { appendEntry, type ClaimedRun, claimRun, registerWorker, transact } from "@cadre/engine";
import type pg from "pg";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { type Company, openCompany } from "../rig/company.ts";
import { cpuMicros, interleave, ratePerSecond } from "../rig/interleave.ts";

const APPENDS = 2_000;
const SESSIONS = 16;
const TOKENS = 250;
const MESSAGE: UserMessageEntry = {
  kind: "user-message",
  v: 1,
  content: [{ type: "text", text: "lorem ipsum dolor sit amet ".repeat(30) }],
};

type Lane = { readonly claim: ClaimedRun; readonly sessionId: string };

/** The hot path of every step: one message, fenced and with its event, against one prepared insert of the same text. */
export const appendCpu: Benchmark = {
  id: "PERF-P14",
  what: "CPU of appending a message",
  async run(bench) {
    const company = await openCompany(bench, { agents: SESSIONS });
    const lanes = await Promise.all(company.agentIds.map((agentId) => openLane(company, agentId)));
    const insert = await preparedInsert(company.database.pool);
    const cpu = async (work: (nth: number) => Promise<unknown>): Promise<number> =>
      (await cpuMicros(() => ratePerSecond(APPENDS, SESSIONS, work))) / APPENDS;
    const micros = await interleave(
      bench.rounds,
      {
        ours: () => cpu((nth) => append(company, lanes, nth)),
        peer: () => cpu(insert),
      },
      { afterWarmUp: company.settle },
    );
    return [
      {
        what: appendCpu.what,
        ours: { name: "appendEntry", unit: "µs", values: micros.ours },
        peer: { name: "prepared INSERT", unit: "µs", values: micros.peer },
        figure: median(micros.ours) / median(micros.peer),
        unit: "x",
        target: { better: "lower", floor: 3, goal: 1.5, moonshot: 1.2 },
      },
    ];
  },
};

async function openLane({ deps, owner }: Company, agentId: string): Promise<Lane> {
  const { runId, sessionId } = await transact(deps, owner, async (tx) => {
    const { sessionId } = await tx.sessions.ensure({ key: agentId, agentId, kind: "task" });
    const work = { agentId, sessionId, kind: "no_op", scenario: "no_op", lane: "focus", priority: 2 } as const;
    return { sessionId, runId: await tx.runs.queue(work) };
  });
  const workerId = await registerWorker(deps, { kind: "bench", host: "bench", pid: process.pid, version: 1 });
  const claim = await claimRun(deps, { hintRunId: runId, workerId, version: 1 });
  if (claim === undefined) throw new Error("The run of the benchmark could not be claimed.");
  return { claim, sessionId };
}

/** The clients of a round take lanes in turn; a session has its lock, so each client keeps to its own as long as it can. */
async function append({ deps }: Company, lanes: readonly Lane[], nth: number): Promise<void> {
  const lane = lanes[nth % lanes.length];
  if (lane === undefined) return;
  await appendEntry(deps, lane.claim, { sessionId: lane.sessionId, payload: MESSAGE, step: 1 });
}

async function preparedInsert(pool: pg.Pool): Promise<(nth: number) => Promise<unknown>> {
  await pool.query(
    `create table messages (id bigserial primary key, session_id text not null, seq int not null, role text not null,
     content jsonb not null, tokens int not null, created_at timestamptz not null default now(), unique (session_id, seq))`,
  );
  let seq = 0;
  return (nth) =>
    pool.query({
      name: "insert_message",
      text: "insert into messages (session_id, seq, role, content, tokens) values ($1, $2, $3, $4, $5)",
      values: [`s${nth % SESSIONS}`, (seq += 1), "user", JSON.stringify(MESSAGE), TOKENS],
    });
}
