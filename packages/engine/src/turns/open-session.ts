import {
  renderChildrenDone,
  renderHeartbeat,
  renderInterrupted,
  renderNotSubmitted,
  renderReviewRequest,
  renderTaskBrief,
} from "@cadre/core";
import { type MailboxPayload, mailboxItem } from "@cadre/domain";
import { canonicalJson, TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { ClaimedRun } from "../runs/claimed-run.ts";
import { fenced } from "../runs/fenced.ts";
import type { Transaction } from "../transaction.ts";
import { readChildren } from "./briefs/related-tasks.ts";
import { liftedNote } from "./briefs/lifted-note.ts";
import { readHeartbeat } from "./briefs/read-heartbeat.ts";
import { readReviewRequest } from "./briefs/read-review-request.ts";
import { readTaskBrief } from "./briefs/read-task-brief.ts";

/** The item a turn works on, as its payload says. */
export type TurnItem = { readonly type: string; readonly payload: MailboxPayload | undefined };

/** What opens a fresh session: a pinned first message. */
type Opening = { readonly title: string; readonly text: string };

export async function readItem(deps: Pick<EngineDeps, "database">, claim: ClaimedRun): Promise<TurnItem> {
  if (claim.itemId === undefined) return { type: "none", payload: undefined };
  const rows = await deps.database.query<{ type: string; payload: string }>(
    "select type, payload from mailbox_items where id = $1",
    [claim.itemId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`Item ${claim.itemId} does not exist.`);
  const payload = mailboxItem(row.type)?.payload.parse(JSON.parse(row.payload));
  return { type: row.type, payload };
}

/** What a person or manager said when they started this work: why it was unblocked, retried or reopened. */
function noteOf({ payload }: TurnItem): string | undefined {
  return payload !== undefined && "note" in payload ? payload.note : undefined;
}

export function submitOf(item: TurnItem): string | undefined {
  const { payload } = item;
  return payload !== undefined && "submitId" in payload ? payload.submitId : undefined;
}

/**
 * The session a turn works in: made with its first message, or found again with a note on why it goes on (M71). A task's round has one
 * session, every other item its own.
 */
export async function openSession(
  deps: EngineDeps,
  claim: ClaimedRun,
  work: { readonly item: TurnItem; readonly workspace: string },
): Promise<string> {
  const key = keyOf(claim, work.item);
  const hasBegun = await sessionHasBegun(deps, claim.organizationId, key);
  const opening = hasBegun ? undefined : await openingOf(deps, claim, work);
  return fenced(deps, claim, async (tx) => {
    const { sessionId } = await tx.sessions.ensure({
      key,
      agentId: claim.agentId,
      kind: claim.scenario,
      ...(claim.taskId === undefined ? {} : { taskId: claim.taskId }),
      ...(opening === undefined ? {} : { title: opening.title }),
    });
    await tx.unit.query("update runs set session_id = $2 where id = $1 and session_id is distinct from $2", [
      claim.runId,
      sessionId,
    ]);
    if (opening !== undefined) await appendOpening(tx, claim, { sessionId, text: opening.text });
    return sessionId;
  });
}

/** The first message of a session: it survives every cut. Appended once, under the lock of the session's row. */
async function appendOpening(
  tx: Transaction,
  claim: ClaimedRun,
  opening: { readonly sessionId: string; readonly text: string },
): Promise<void> {
  const fresh = await tx.unit.first("select 1 from sessions where id = $1 and next_seq = 1 for update", [
    opening.sessionId,
  ]);
  if (fresh === undefined) return;
  await tx.sessions.append(
    opening.sessionId,
    {
      kind: "user-message",
      v: 1,
      content: [{ type: "text", text: opening.text }],
      isPinned: true,
      ...(claim.itemId === undefined ? {} : { itemId: claim.itemId }),
    },
    { runId: claim.runId, fence: claim.fence, step: claim.step },
  );
}

function keyOf(claim: ClaimedRun, item: TurnItem): string {
  const own = claim.itemId ?? claim.runId;
  if (claim.kind === "task") return `task_${claim.taskId ?? own}_r${claim.round ?? 1}`;
  if (claim.scenario === "review") return `review_${claim.agentId}_${own}`;
  return item.type === "heartbeat" ? `hb_${claim.agentId}_${own}` : `sys_${claim.agentId}_${own}`;
}

async function sessionHasBegun(
  deps: Pick<EngineDeps, "database">,
  organizationId: string,
  key: string,
): Promise<boolean> {
  const rows = await deps.database.query(
    `select 1 from session_keys k join sessions s on s.id = k.session_id
     where k.organization_id = $1 and k.key = $2 and s.next_seq > 1 and s.archived_at is null`,
    [organizationId, key],
  );
  return rows.length > 0;
}

async function openingOf(
  deps: EngineDeps,
  claim: ClaimedRun,
  work: { readonly item: TurnItem; readonly workspace: string },
): Promise<Opening> {
  const { item, workspace } = work;
  if (claim.kind === "task" && claim.taskId !== undefined) {
    const brief = await readTaskBrief(deps, claim.taskId, { workspace, handOff: noteOf(item) });
    return { title: `${brief.task.key} round ${brief.task.round}`, text: renderTaskBrief(brief) };
  }
  const submitId = submitOf(item);
  if (submitId !== undefined) {
    const request = await readReviewRequest(deps, submitId, workspace);
    return { title: `Review ${request.task.key}`, text: renderReviewRequest(request) };
  }
  if (item.type === "heartbeat") {
    const facts = await readHeartbeat(deps, claim.agentId);
    return { title: "Beat", text: renderHeartbeat(facts) };
  }
  return { title: item.type, text: textOf(item) };
}

/** Internal mail carries its own text; anything else is shown as the payload it is. */
function textOf({ type, payload }: TurnItem): string {
  if (payload !== undefined && "text" in payload && typeof payload.text === "string") return payload.text;
  return `${type}\n${canonicalJson(payload ?? {})}`;
}

/** What the engine says in a session, once for each topic. */
export type SessionNote = { readonly topic: string; readonly text: string; readonly isPinned?: boolean };

type AttemptRow = { readonly status: string; readonly reason: string | null };

/**
 * Says in the session why the work goes on, once: a block was lifted, the children are done, the worker was lost, the last run ended
 * without a submit. The topic carries the run or the fence, so that a repeated opening adds nothing.
 */
export async function resumeNote(
  deps: EngineDeps,
  claim: ClaimedRun,
  about: {
    readonly item: TurnItem;
    readonly sessionId: string;
    readonly unknownCalls: readonly { readonly name: string; readonly what: string }[];
  },
): Promise<SessionNote | undefined> {
  const topic = `resumed:${claim.runId}`;
  const lifted = await liftedNote(deps, claim, { topic, ...about });
  if (lifted !== undefined) return { topic, ...lifted };
  const attempts = await deps.database.query<AttemptRow>(
    "select status, reason from attempts where run_id = $1 and fence < $2 order by fence desc limit 1",
    [claim.runId, claim.fence],
  );
  const before = attempts[0];
  if (before === undefined) return earlierRunNote(deps, claim, { topic, said: noteOf(about.item) });
  if (before.status === "parked") return childrenDoneNote(deps, claim);
  if (before.status !== "lost" && before.status !== "cancelled") return undefined;
  const cause = before.status === "lost" ? "the worker process was lost" : "the work was paused";
  return { topic: `interrupted:${claim.fence}`, text: renderInterrupted({ cause, unknownCalls: about.unknownCalls }) };
}

async function childrenDoneNote(deps: EngineDeps, claim: ClaimedRun): Promise<SessionNote | undefined> {
  const waits = await deps.database.query<{ id: string }>(
    `select id from waits where run_id = $1 and kind = 'children' and status = 'satisfied' order by resolved_at desc limit 1`,
    [claim.runId],
  );
  const wait = waits[0];
  if (wait === undefined || claim.taskId === undefined) return undefined;
  return { topic: `children-done:${wait.id}`, text: renderChildrenDone(await readChildren(deps, claim.taskId)) };
}

type EarlierRun = { readonly id: string; readonly status: string; readonly failure: string | null };

/** For a new run in a session that an earlier run of the same round has begun. */
async function earlierRunNote(
  deps: EngineDeps,
  claim: ClaimedRun,
  { topic, said }: { readonly topic: string; readonly said: string | undefined },
): Promise<SessionNote | undefined> {
  if (claim.taskId === undefined || claim.kind !== "task") return undefined;
  const runs = await deps.database.query<EarlierRun>(
    `select id, status, failure from runs where task_id = $1 and round = $2 and kind = 'task' and id <> $3
     order by queued_at desc, id desc limit 1`,
    [claim.taskId, claim.round ?? 1, claim.runId],
  );
  const earlier = runs[0];
  if (earlier === undefined) return undefined;
  if (earlier.status === "incomplete") {
    const tasks = await deps.database.query<{ noSubmitRetries: number }>(
      "select no_submit_retries from tasks where id = $1",
      [claim.taskId],
    );
    const attempt = tasks[0]?.noSubmitRetries ?? 1;
    return { topic, text: renderNotSubmitted({ attempt, attempts: TASK_LIMITS.maxNoSubmitRetries }) };
  }
  const cause =
    earlier.failure === null ? `the run before was ${earlier.status}` : `the run before failed: ${earlier.failure}`;
  return { topic, text: renderInterrupted({ cause, unknownCalls: [], said }) };
}
