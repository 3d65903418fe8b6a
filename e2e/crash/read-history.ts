import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Fleet } from "@cadre/testkit";
import type { History, InterruptedCall, PastAttempt, PastCall, PastEntry } from "./history.ts";

type Deps = Fleet["deps"];

/** What the test itself saw while the stories ran. */
export type Seen = Pick<History, "interrupted" | "mostRunningAtOnce">;

/** Reads everything that a database and a home hold. Stories that run on will look broken. */
export async function readHistory(deps: Deps, seen: Seen): Promise<History> {
  const { database } = deps;
  const [tasks, runs, attempts, modelCalls, items, submits, verdicts] = await Promise.all([
    database.query<History["tasks"][number]>("select id, key, status from tasks order by created_at, id"),
    database.query<History["runs"][number]>("select id, status, fence from runs order by queued_at, id"),
    database.query<PastAttempt & { endedAt: number | null }>(
      `select run_id, fence, status, extract(epoch from started_at)::float8 * 1000 as started_at,
         extract(epoch from ended_at)::float8 * 1000 as ended_at
       from attempts order by run_id, fence`,
    ),
    database.query<History["modelCalls"][number]>("select run_id, fence, step from model_calls where purpose = 'main'"),
    database.query<History["items"][number]>(
      "select id, status from mailbox_items where starts_run order by created_at, id",
    ),
    database.query<History["submits"][number]>("select id from task_submits"),
    database.query<History["verdicts"][number]>("select submit_id from task_verdicts"),
  ]);
  return {
    ...seen,
    tasks,
    runs,
    attempts: attempts.map((attempt) => ({ ...attempt, endedAt: attempt.endedAt ?? undefined })),
    modelCalls,
    items,
    submits,
    verdicts,
    calls: await readCalls(deps),
    entries: await readEntries(deps),
    positions: await readPositions(deps),
    tasksWithoutMover: await countStuck(deps),
    effects: await readEffects(deps.dataFolder),
  };
}

/** The calls that are started and not ended in the runs of one worker process. */
export function startedCalls({ database }: Deps, pid: number): Promise<InterruptedCall[]> {
  return database.query<InterruptedCall>(
    `select c.run_id, c.entry_id, c.call_id, a.fence from tool_calls c
     join attempts a on a.run_id = c.run_id and a.fence = c.started_fence
     join workers w on w.id = a.worker_id where w.pid = $1 and c.status = 'started'`,
    [pid],
  );
}

type CallRow = Omit<PastCall, "taskId" | "appends"> & { readonly taskId: string | null; readonly args: string };

async function readCalls({ database }: Deps): Promise<PastCall[]> {
  const rows = await database.query<CallRow>(
    `select c.run_id, c.entry_id, c.call_id, r.task_id, c.name, c.args, c.status, c.starts, c.may_repeat
     from tool_calls c join runs r on r.id = c.run_id join session_entries e on e.id = c.entry_id
     order by e.session_id, e.seq, c.position`,
  );
  return rows.map(({ args, taskId, ...call }) => ({ ...call, taskId: taskId ?? undefined, appends: appendedBy(args) }));
}

const APPEND = /^echo "([^"]+)" >> effects\.log$/;

function appendedBy(args: string): string | undefined {
  const { command } = JSON.parse(args) as { readonly command?: unknown };
  return typeof command === "string" ? APPEND.exec(command)?.[1] : undefined;
}

type EntryRow = {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly runId: string | null;
  readonly fence: number | null;
  readonly result: string | null;
};

type ResultPayload = { readonly assistantEntryId: string; readonly callId: string; readonly outcome: string };

async function readEntries({ database }: Deps): Promise<PastEntry[]> {
  const rows = await database.query<EntryRow>(
    `select id, session_id, seq, run_id, fence, case when kind = 'tool-result' then payload end as result
     from session_entries order by session_id, seq`,
  );
  return rows.map(({ result, ...entry }) => ({
    ...entry,
    runId: entry.runId ?? undefined,
    fence: entry.fence ?? undefined,
    result: result === null ? undefined : resultOf(JSON.parse(result) as ResultPayload),
  }));
}

function resultOf(payload: ResultPayload): NonNullable<PastEntry["result"]> {
  return { entryId: payload.assistantEntryId, callId: payload.callId, outcome: payload.outcome };
}

async function readPositions({ database }: Deps): Promise<(number | undefined)[]> {
  const rows = await database.query<{ position: number | null }>("select position from outbox order by id");
  return rows.map(({ position }) => position ?? undefined);
}

async function countStuck({ database }: Deps): Promise<number> {
  const rows = await database.query<{ stuck: number }>(
    "select count(*)::int as stuck from task_next_movers where mover = 'none'",
  );
  return rows[0]?.stuck ?? 0;
}

/** The effects logs of all workspaces; a workspace bears the name of its task. */
async function readEffects(dataFolder: string): Promise<History["effects"]> {
  const effects: { taskId: string; line: string }[] = [];
  for (const file of await readdir(dataFolder, { recursive: true }).catch(() => [])) {
    const [, place, taskId, name, ...deeper] = file.split(path.sep);
    if (place !== "workspaces" || name !== "effects.log" || taskId === undefined || deeper.length > 0) continue;
    const text = await readFile(path.join(dataFolder, file), "utf8");
    for (const line of text.split("\n")) if (line !== "") effects.push({ taskId, line });
  }
  return effects;
}
