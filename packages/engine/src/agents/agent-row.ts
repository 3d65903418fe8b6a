import { type Agent, AgentSettings, type AgentStatus, DEFAULT_BEAT_SCHEDULE, StoredBeatSchedule } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import { z } from "zod";
import type { Transaction } from "../transaction.ts";

export type AgentRow = {
  id: string;
  name: string;
  position: "manager" | "worker";
  teamId: string | null;
  managerId: string | null;
  roleText: string;
  checklistText: string;
  skills: string;
  settings: string;
  schedule: string | null;
  pausedAt: Date | null;
  pausedBy: string | null;
  version: number;
  createdAt: Date;
};

export type AgentStatusRow = AgentRow & { status: AgentStatus; waitsFor: string | null; stoppedBy: string | null };

/**
 * Agents with what they are doing, derived from pauses, open runs and living executors; nothing of it is stored (I5). A run counts as
 * worked on only while its worker's lease lives.
 */
export const AGENTS_WITH_STATUS = `
  select a.id, a.name, a.position, a.team_id, a.manager_id, a.role_text, a.checklist_text, a.skills, a.settings, a.schedule,
    a.paused_at, a.paused_by, a.version, a.created_at,
    case when o.paused_at is not null then coalesce(o.paused_by, 'a person') end as stopped_by,
    case
      when o.paused_at is not null or a.paused_at is not null then 'paused'
      when work.is_running then 'working'
      when work.is_queued and not exists (
        select 1 from workers w where w.stopped_at is null and w.lease_until > cadre_now()) then 'offline'
      when work.is_queued then 'queued'
      when work.is_waiting then 'waiting'
      else 'idle'
    end as status,
    (select w.kind from waits w join runs r on r.id = w.run_id
     where r.agent_id = a.id and r.status = 'waiting' and w.status = 'open'
     order by w.created_at, w.id limit 1) as waits_for
  from agents a
  join organizations o on o.id = a.organization_id
  cross join lateral (
    select
      coalesce(bool_or(r.status = 'running' and w.lease_until > cadre_now() and w.stopped_at is null), false) as is_running,
      coalesce(bool_or(r.status = 'running'
        or (r.status = 'queued' and (r.not_before is null or r.not_before <= cadre_now()))), false) as is_queued,
      count(r.id) > 0 as is_waiting
    from runs r left join workers w on w.id = r.worker_id
    where r.agent_id = a.id and r.status in ('queued', 'running', 'waiting')
  ) work
  where a.organization_id = $1 and a.deleted_at is null`;

const Skills = z.array(z.string());

const WAITS: Readonly<Record<string, string>> = {
  approval: "waits for an approval",
  answer: "waits for an answer",
  children: "waits for child tasks",
  not_before: "waits for its time",
  process: "waits for a background process",
};

export function agentOf(row: AgentStatusRow): Agent {
  return {
    id: row.id,
    name: row.name,
    position: row.position,
    teamId: row.teamId,
    managerId: row.managerId,
    roleText: row.roleText,
    checklistText: row.checklistText,
    skills: Skills.parse(JSON.parse(row.skills)),
    settings: AgentSettings.parse(JSON.parse(row.settings)),
    schedule:
      row.schedule === null ? DEFAULT_BEAT_SCHEDULE : StoredBeatSchedule.parse(JSON.parse(row.schedule)).schedule,
    status: row.status,
    statusReason: statusReason(row),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}

function statusReason(row: AgentStatusRow): string | null {
  switch (row.status) {
    case "paused":
      return row.stoppedBy === null ? `paused by ${row.pausedBy ?? "a person"}` : `emergency stop by ${row.stoppedBy}`;
    case "waiting":
      return WAITS[row.waitsFor ?? "not_before"] ?? null;
    case "offline":
      return "work stands ready, but no executor is running";
    case "working":
    case "queued":
    case "idle":
      return null;
  }
}

/** The agent as it is now. Fault: `agent.not-found`. */
export async function readAgent(tx: Transaction, agentId: string): Promise<Agent> {
  const row = await tx.unit.first<AgentStatusRow>(`${AGENTS_WITH_STATUS} and a.id = $2`, [
    tx.unit.organizationId,
    agentId,
  ]);
  return row === undefined ? missingAgent(agentId) : agentOf(row);
}

const ROW_COLUMNS = `id, name, position, team_id, manager_id, role_text, checklist_text, skills, settings, schedule, paused_at, paused_by,
  version, created_at`;

/** Ends a statement that writes an agent, and answers with its row. */
export const RETURNING_ROW = `returning ${ROW_COLUMNS}`;

/** The agent's row, locked until the unit ends: no claim of its work happens meanwhile (I6). Fault: `agent.not-found`. */
export async function lockAgent(tx: Transaction, agentId: string): Promise<AgentRow> {
  const row = await tx.unit.first<AgentRow>(
    `select ${ROW_COLUMNS} from agents where id = $1 and organization_id = $2 and deleted_at is null for no key update`,
    [agentId, tx.unit.organizationId],
  );
  return row ?? missingAgent(agentId);
}

export function missingAgent(agentId: string, field?: string): never {
  throw new Fault("not-found", "agent.not-found", {
    message: `There is no agent ${agentId}. It may have been deleted; list the agents to find another.`,
    ...(field === undefined ? {} : { field }),
  });
}
