import pg from "pg";
import { eventually } from "../eventually.ts";

/** The writes a process can be stopped in. Each is counted from 1 in the order of commits. */
export const GATE_POINTS = {
  claim: "after insert on attempts",
  "model-reserve": "after insert on model_calls",
  reply: "after insert on session_entries",
  "call-start": "after update of status on tool_calls",
  "call-end": "after update of status on tool_calls",
  "effect-start": "after update of status on tool_calls",
  submit: "after insert on task_submits",
  verdict: "after insert on task_verdicts",
} as const;

export type GatePoint = keyof typeof GATE_POINTS;

const ONLY_WHEN: Partial<Record<GatePoint, string>> = {
  reply: "new.kind = 'assistant-message'",
  "call-start": "new.status = 'started'",
  "call-end": "new.status in ('done', 'failed')",
  "effect-start": "new.status = 'started' and new.name = 'shell_execute' and new.args like '%>> effects.log%'",
};

/** A commit that waits at the gate: all its statements are done, and nobody sees them yet. */
export type StoppedCommit = {
  readonly point: GatePoint;
  readonly nth: number;
  /** The run that wrote, when the row has one. */
  readonly runId: string | undefined;
  /** The same for a write that is tried again: a call with its arguments, a step, a submit. */
  readonly what: string;
  /** Lets the commit happen, and waits until it has. */
  letThrough(): Promise<void>;
  /** Ends the connection, so that nothing of it happens. */
  undo(): Promise<void>;
};

/**
 * Stops processes exactly in the middle of a write: a deferred trigger of the test's own database waits, at commit, for a lock that
 * the test holds. What the process does not hear of any more has then either happened or not, as the test decides.
 */
export type CommitGate = {
  /** Plans to stop the nth write at a point, counted from the last `reset`. */
  stopAt(point: GatePoint, nth: number): Promise<void>;
  /** Plans to stop every write at a point. */
  stopEach(point: GatePoint): Promise<void>;
  /** The commit that waits now, if one does. */
  waiting(): Promise<StoppedCommit | undefined>;
  /** How many writes have passed each point since the last `reset`. */
  counts(): Promise<Record<GatePoint, number>>;
  /** Counts from 1 again and forgets what was planned. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

const POINTS = Object.keys(GATE_POINTS) as GatePoint[];
/** First half of the advisory locks of the gate; the second is the number of the planned stop. */
const LOCKS = 7_340_022;

export async function openCommitGate(url: string): Promise<CommitGate> {
  const client = new pg.Client({ connectionString: url, application_name: "cadre-commit-gate" });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(INSTALL);
  for (const point of POINTS) await client.query(triggerFor(point));
  return {
    stopAt: (point, nth) => plan(client, point, { from: nth, to: nth }),
    stopEach: (point) => plan(client, point, { from: 1, to: MOST_WRITES }),
    waiting: () => waitingAt(client),
    counts: () => countsOf(client),
    async reset() {
      await client.query("delete from gate_stops");
      await client.query("select pg_advisory_unlock_all()");
      for (const point of POINTS) await client.query(`alter sequence ${sequenceOf(point)} restart`);
    },
    close: () => client.end(),
  };
}

/** More writes of one kind than a story makes. */
const MOST_WRITES = 300;

/** What makes a write the same when it is tried again. */
const SAME: Record<GatePoint, string> = {
  claim: "fence",
  "model-reserve": "step",
  reply: "step",
  "call-start": "args_hash",
  "call-end": "args_hash",
  "effect-start": "args_hash",
  submit: "manifest_hash",
  verdict: "submit_id",
};

const INSTALL = `
  create table gate_stops (id int generated always as identity primary key, point text not null, nth int not null);
  ${POINTS.map((point) => `create sequence ${sequenceOf(point)};`).join("\n")}
  create function gate_pass() returns trigger language plpgsql as $$
  declare
    passing int := nextval(tg_argv[1]::regclass);
    stop int;
  begin
    select id into stop from gate_stops where point = tg_argv[0] and nth = passing;
    if found then
      perform set_config('application_name', format('gate %s %s %s', stop, coalesce(to_jsonb(new) ->> 'run_id', '-'),
        left(md5(to_jsonb(new) ->> tg_argv[2]), 8)), true);
      perform pg_advisory_xact_lock_shared(${LOCKS}, stop);
    end if;
    return null;
  end $$`;

function sequenceOf(point: GatePoint): string {
  return `gate_${point.replace("-", "_")}`;
}

function triggerFor(point: GatePoint): string {
  const when = ONLY_WHEN[point];
  return `create constraint trigger ${sequenceOf(point)} ${GATE_POINTS[point]} deferrable initially deferred for each row
    ${when === undefined ? "" : `when (${when})`} execute function gate_pass('${point}', '${sequenceOf(point)}', '${SAME[point]}')`;
}

async function plan(
  client: pg.Client,
  point: GatePoint,
  nth: { readonly from: number; readonly to: number },
): Promise<void> {
  await client.query(
    `with planned as (
       insert into gate_stops (point, nth) select $1, n from generate_series($2::int, $3::int) n returning id)
     select pg_advisory_lock($4, id) from planned`,
    [point, nth.from, nth.to, LOCKS],
  );
}

type WaitingRow = {
  readonly pid: number;
  readonly stop: number;
  readonly runId: string;
  readonly same: string;
  readonly point: GatePoint;
  readonly nth: number;
};

const WAITING = `
  select a.pid, s.id as stop, s.point, s.nth, split_part(a.application_name, ' ', 3) as "runId",
    split_part(a.application_name, ' ', 4) as same
  from pg_stat_activity a join gate_stops s on s.id = split_part(a.application_name, ' ', 2)::int
  where a.datname = current_database() and a.application_name like 'gate %' and a.wait_event = 'advisory'
  order by a.query_start limit 1`;

async function waitingAt(client: pg.Client): Promise<StoppedCommit | undefined> {
  const { rows } = await client.query<WaitingRow>(WAITING);
  const [row] = rows;
  if (row === undefined) return undefined;
  const open = async (): Promise<void> => {
    await client.query("delete from gate_stops where id = $1", [row.stop]);
    await client.query("select pg_advisory_unlock($1, $2)", [LOCKS, row.stop]);
    await eventually(() => hasLeft(client, row), "end of the commit");
  };
  return {
    point: row.point,
    nth: row.nth,
    runId: row.runId === "-" ? undefined : row.runId,
    what: `${row.point} ${row.runId} ${row.same}`,
    letThrough: open,
    async undo() {
      await client.query("select pg_terminate_backend($1, 5000)", [row.pid]);
      await open();
    },
  };
}

/** The connection may wait at another stop by now. */
async function hasLeft(client: pg.Client, { pid, stop }: WaitingRow): Promise<true | undefined> {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where pid = $1 and application_name like 'gate ' || $2::int || ' %'",
    [pid, stop],
  );
  return rowCount === 0 ? true : undefined;
}

async function countsOf(client: pg.Client): Promise<Record<GatePoint, number>> {
  const counts: Partial<Record<GatePoint, number>> = {};
  for (const point of POINTS) {
    const { rows } = await client.query<{ passed: number }>(
      `select case when is_called then last_value else 0 end::int as passed from ${sequenceOf(point)}`,
    );
    counts[point] = rows[0]?.passed ?? 0;
  }
  return counts as Record<GatePoint, number>;
}
