import type { SqlValue } from "@cadre/database";
import { type Actor, describeItem, type DescribedItem, type NewTask, taskItemPriority } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { z } from "zod";
import type { EngineDeps } from "../../engine-deps.ts";
import type { TaskRow } from "../task-row.ts";

type Input = z.output<typeof NewTask>;
type Person = Extract<Actor, { kind: "person" }>;
type Deps = Pick<EngineDeps, "database" | "newId" | "doorbell">;

/**
 * Nobody has met a new task: there is no run to stop, no session, no mail, and its creator may approve it. So its rows and those
 * that its approval leads to are known beforehand and are one statement and one commit (PERF-P2), but for the key: texts that name it
 * carry the placeholder $12. It writes nothing when the project, the assignee or the reviewer will not do.
 */
const CREATE_STARTED = `with assignee as (
    select id from agents where id = $7 and organization_id = $1 and deleted_at is null for share
  ), reviewing_agent as (
    select id from agents where $8 = 'agent' and id = $9 and organization_id = $1 and deleted_at is null for share
  ), reviewer as (
    select 1 from reviewing_agent
    union all
    select 1 from memberships where $8 = 'person' and person_id = $9 and organization_id = $1 and role <> 'viewer'
  ), project as (
    update projects set next_task_number = next_task_number + 1
    where id = $2 and organization_id = $1 and archived_at is null
      and exists (select from assignee) and exists (select from reviewer)
    returning next_task_number - 1 as number, key || '-' || (next_task_number - 1) as task_key
  ), task as (
    insert into tasks (id, organization_id, project_id, number, key, title, description, status, version, priority, assignee_id,
      reviewer_kind, reviewer_id, created_by_kind, created_by_id, timeout_ms, started_at, created_at, updated_at)
    select $3, $1, $2, number, task_key, $4, $5, 'in_progress', 2, $6, $7, $8, $9, 'person', $10, $11, at, at, at
    from project, (select cadre_now() as at) as moment
    returning number, key, created_at as at
  ), transitions as (
    insert into task_transitions (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id,
      created_at)
    select $1, $3, made.move, made.before, made.after, made.version, 1, 'person', $10, at
    from task, (values ('create', null, 'pending', 1), ('approve', 'pending', 'in_progress', 2)) as made (move, before, after, version)
  ), session as (
    insert into sessions (id, organization_id, agent_id, kind, task_id, title, created_at)
    select $13, $1, $7, 'task', $3, replace($15, $12, key), at from task
  ), session_key as (
    insert into session_keys (organization_id, key, session_id) select $1, $14, $13 from task
  ), item as (
    insert into mailbox_items (id, agent_id, organization_id, lane, type, priority, headline, payload, dedupe_key, task_id, created_at)
    select $16, $7, $1, $17, $18, $19::int, replace($20, $12, key), replace($21, $12, key), $22, $3, at from task
  ), run as (
    insert into runs (id, organization_id, agent_id, kind, scenario, lane, priority, item_id, task_id, round, session_id, queued_at)
    select $23, $1, $7, $24, $25, $17, $19::int, $16, $3, 1, $13, at from task
  ), events as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id, created_at,
      credential_id)
    select e.id, $1, e.type, e.entity_kind, e.entity_id, replace(e.payload, $12, task.key), 'person', $10, at, $32
    from task, (values
      ('evt_' || substr($3, 5), 'task.created', 'task', $3, $26),
      ('evt_' || substr($13, 5), 'session.created', 'session', $13, $27),
      ('evt_' || substr($16, 5), 'item.posted', 'item', $16, $28),
      ('evt_' || substr($23, 5), 'run.queued', 'run', $23, $29),
      ($31, 'task.approved', 'task', $3, $30)) as e (id, type, entity_kind, entity_id, payload)
  )
  select number, key, at from task`;

type CreatedRow = { readonly number: number; readonly key: string; readonly at: Date };

/**
 * Creates a task of a person that starts at once, in one statement. Undefined when this task does not, or when anything is in its way:
 * nothing was written then, and the general way decides or says why not.
 */
export async function createStarted(deps: Deps, actor: Actor, input: Input): Promise<TaskRow | undefined> {
  if (actor.kind !== "person" || !isPlain(input)) return undefined;
  const ids = {
    task: deps.newId("task"),
    session: deps.newId("session"),
    item: deps.newId("item"),
    run: deps.newId("run"),
  };
  const placeholder = `${ids.task}:key`;
  const item = describeItem({
    type: "task_status_update",
    payload: {
      taskId: ids.task,
      taskKey: placeholder,
      taskTitle: input.title,
      status: "in_progress",
      round: 1,
      triggerExecution: true,
    },
  });
  const start = { ids, placeholder, item, priority: taskItemPriority(input.priority) };
  const [created] = await deps.database.query<CreatedRow>(CREATE_STARTED, [
    ...taskValues(actor, input, start),
    ...workValues(input, start),
    ...eventPayloads(input, start).map((payload) => JSON.stringify(payload)),
    deps.newId("event"),
    actor.credentialId ?? null,
  ]);
  if (created === undefined) return undefined;
  deps.doorbell.run({ runId: ids.run, fence: 0, priority: start.priority, delayMs: 0 });
  return rowOf(actor, input, { ...created, id: ids.task });
}

/** Nothing about it has to be looked at before it starts. */
function isPlain(input: Input): boolean {
  const isSelfReviewed = input.reviewerKind === "agent" && input.reviewerId === input.assigneeId;
  const parts = [input.blockerIds, input.checks, input.subtasks];
  const hasNoParts = parts.every((part) => part.length === 0);
  return (
    hasNoParts && !input.isDraft && !isSelfReviewed && input.parentId === undefined && input.schedule === undefined
  );
}

type Start = {
  readonly ids: { readonly task: string; readonly session: string; readonly item: string; readonly run: string };
  readonly placeholder: string;
  readonly item: DescribedItem;
  readonly priority: number;
};

/** Parameters 1 to 12. */
function taskValues(actor: Person, input: Input, { ids, placeholder }: Start): SqlValue[] {
  return [
    actor.organizationId,
    input.projectId,
    ids.task,
    storableText(input.title),
    storableText(input.description),
    input.priority,
    input.assigneeId,
    input.reviewerKind,
    input.reviewerId,
    actor.id,
    input.timeoutMs ?? null,
    placeholder,
  ];
}

/** Parameters 13 to 25. */
function workValues(input: Input, { ids, placeholder, item, priority }: Start): SqlValue[] {
  return [
    ids.session,
    `task_${ids.task}_r1`,
    storableText(`${placeholder} ${input.title}`),
    ids.item,
    item.handling.lane,
    item.type,
    priority,
    storableText(item.headline),
    canonicalJson(item.payload),
    `task:${ids.task}:start:v2`,
    ids.run,
    item.handling.starts,
    item.handling.scenario,
  ];
}

/** Parameters 26 to 30: what the steps of a creation and an approval announce, in their order. */
function eventPayloads(input: Input, { ids, placeholder: key, item, priority }: Start): object[] {
  const { title, projectId, assigneeId, reviewerKind, reviewerId } = input;
  const { lane, starts } = item.handling;
  const about = { key, title, projectId };
  return [
    { ...about, assigneeId, status: "pending", version: 1 },
    { agentId: assigneeId, kind: starts, taskId: ids.task },
    { agentId: assigneeId, type: item.type, lane, priority, headline: item.headline, taskId: ids.task },
    { agentId: assigneeId, taskId: ids.task, itemId: ids.item, kind: starts, lane },
    {
      ...about,
      move: "approve",
      from: "pending",
      to: "in_progress",
      version: 2,
      round: 1,
      assigneeId,
      reviewerKind,
      reviewerId,
    },
  ];
}

/** The row as it stands now: reading back what was just written would cost more than writing it. */
function rowOf(actor: Person, input: Input, created: CreatedRow & { readonly id: string }): TaskRow {
  const { id, number, key, at } = created;
  return {
    id,
    organizationId: actor.organizationId,
    projectId: input.projectId,
    number,
    key,
    title: storableText(input.title),
    description: storableText(input.description),
    status: "in_progress",
    version: 2,
    round: 1,
    priority: input.priority,
    assigneeId: input.assigneeId,
    reviewerKind: input.reviewerKind,
    reviewerId: input.reviewerId,
    createdByKind: "person",
    createdById: actor.id,
    parentId: null,
    blockedReason: null,
    pausedBy: null,
    schedule: null,
    schedulePausedAt: null,
    nextRunAt: null,
    scheduleRuns: 0,
    timeoutMs: input.timeoutMs ?? null,
    errorRetries: 0,
    errorFingerprint: null,
    sameErrorRetries: 0,
    noSubmitRetries: 0,
    notBefore: null,
    startedAt: at,
    completedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}
