import type { HeartbeatFacts, HeartbeatTaskFacts } from "@cadre/core";
import { PROMPT_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

type Reads = Pick<EngineDeps, "database">;

/** What made an agent eligible for a beat, read when the beat begins. */
export async function readHeartbeat(deps: Reads, agentId: string): Promise<HeartbeatFacts> {
  const [agents, waitingMail, stalledTasks, failedTasks] = await Promise.all([
    deps.database.query<{ checklistText: string }>("select checklist_text from agents where id = $1", [agentId]),
    deps.database.query<{ type: string; headline: string }>(
      `select type, headline from mailbox_items where agent_id = $1 and status = 'queued' and lane = 'focus'
       order by priority, created_at limit $2`,
      [agentId, PROMPT_LIMITS.myTasks],
    ),
    readTasks(deps, agentId, "stalled"),
    readTasks(deps, agentId, "failed"),
  ]);
  const checklist = agents[0]?.checklistText ?? "";
  return {
    checklist: checklist === "" ? undefined : checklist,
    waitingMail,
    stalledTasks,
    failedTasks,
    goals: [],
    backgroundResults: [],
    isReportDue: false,
  };
}

const TASKS_OF = {
  stalled: `select t.id, t.key, t.title, t.status, 'nothing else will move it' as reason from tasks t
    join task_next_movers m on m.task_id = t.id where t.assignee_id = $1 and m.mover = 'none' order by t.number limit $2`,
  failed: `select t.id, t.key, t.title, t.status, coalesce(r.failure, 'no reason recorded') as reason from tasks t
    left join lateral (select failure from runs where task_id = t.id order by queued_at desc limit 1) r on true
    where t.assignee_id = $1 and t.status = 'failed' order by t.number limit $2`,
} as const;

function readTasks(deps: Reads, agentId: string, which: keyof typeof TASKS_OF): Promise<HeartbeatTaskFacts[]> {
  return deps.database.query<HeartbeatTaskFacts>(TASKS_OF[which], [agentId, PROMPT_LIMITS.myTasks]);
}
