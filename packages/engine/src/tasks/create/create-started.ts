import { rowsStatement } from "@cadre/database";
import { type Actor, describeItem, type DescribedItem, type NewTask, taskItemPriority } from "@cadre/domain";
import { canonicalJson, storableText, TASK_LIMITS } from "@cadre/shared";
import type { z } from "zod";
import type { EngineDeps } from "../../engine-deps.ts";
import type { TaskRow } from "../task-row.ts";

type Input = z.output<typeof NewTask>;
type Person = Extract<Actor, { kind: "person" }>;
type Deps = Pick<EngineDeps, "database" | "newId" | "doorbell">;

/** A task and everything its start writes, but for what only the database knows: its number and key, and the moment. */
const COLUMNS = {
  organizationId: "text",
  projectId: "text",
  taskId: "text",
  title: "text",
  description: "text",
  priority: "text",
  assigneeId: "text",
  reviewerKind: "text",
  reviewerId: "text",
  personId: "text",
  credentialId: "text",
  timeoutMs: "bigint",
  sessionId: "text",
  sessionKey: "text",
  sessionTitle: "text",
  itemId: "text",
  lane: "text",
  itemType: "text",
  itemPriority: "int",
  headline: "text",
  itemPayload: "text",
  dedupeKey: "text",
  runId: "text",
  runKind: "text",
  scenario: "text",
  approvedEventId: "text",
  taskCreated: "text",
  sessionCreated: "text",
  itemPosted: "text",
  runQueued: "text",
  taskApproved: "text",
} as const;

/**
 * Nobody has met a new task: there is no run to stop, no session, no mail, and its creator may approve it. So its rows and those
 * that its approval leads to are known beforehand, and those of tasks that are created together are one statement and one commit
 * (PERF-P2). Only the key is not: texts that name it carry a placeholder. A task whose project, assignee or reviewer will not do is left
 * out. Agents, then projects are locked in the order of their ids, so that nobody waits in a circle.
 */
const CREATE_STARTED = rowsStatement(
  COLUMNS,
  `agent as materialized (
    select id, organization_id from agents
    where deleted_at is null and id = any(array(
        select assignee_id from asked union select reviewer_id from asked where reviewer_kind = 'agent'))
    order by id for share
  ), fitting as materialized (
    select asked.*, row_number() over (partition by project_id, asked.organization_id order by nth) as place
    from asked join agent assignee on assignee.id = assignee_id and assignee.organization_id = asked.organization_id
    where case reviewer_kind
      when 'agent' then (select true from agent where id = reviewer_id and organization_id = asked.organization_id limit 1)
      else (select true from memberships m
        where m.organization_id = asked.organization_id and m.person_id = reviewer_id and m.role <> 'viewer' limit 1)
      end
  ), project as (
    update projects p set next_task_number = next_task_number + wanted
    from (
      select project_id, organization_id, max(place) as wanted from fitting group by project_id, organization_id order by project_id
    ) as many
    where p.id = many.project_id and p.organization_id = many.organization_id and archived_at is null
    returning p.id, p.organization_id, p.key, next_task_number - wanted - 1 as before
  ), made as materialized (
    select f.*, task_id || ':key' as placeholder, before + place as number, p.key || '-' || (before + place) as key,
      (select cadre_now()) as at
    from fitting f join project p on p.id = project_id and p.organization_id = f.organization_id
  ), task as (
    insert into tasks (id, organization_id, project_id, number, key, title, description, status, version, priority, assignee_id,
      reviewer_kind, reviewer_id, created_by_kind, created_by_id, timeout_ms, started_at, created_at, updated_at)
    select task_id, organization_id, project_id, number, key, title, description, 'in_progress', 2, priority, assignee_id,
      reviewer_kind, reviewer_id, 'person', person_id, timeout_ms, at, at, at
    from made
  ), transitions as (
    insert into task_transitions (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id,
      created_at)
    select organization_id, task_id, step.move, step.before, step.after, step.version, 1, 'person', person_id, at
    from made cross join (values
      ('create', null, 'pending', 1), ('approve', 'pending', 'in_progress', 2)) as step (move, before, after, version)
    order by nth, step.version
  ), session as (
    insert into sessions (id, organization_id, agent_id, kind, task_id, title, created_at)
    select session_id, organization_id, assignee_id, 'task', task_id, replace(session_title, placeholder, key), at from made
  ), session_key as (
    insert into session_keys (organization_id, key, session_id) select organization_id, session_key, session_id from made
  ), item as (
    insert into mailbox_items (id, agent_id, organization_id, lane, type, priority, headline, payload, dedupe_key, task_id, created_at)
    select item_id, assignee_id, organization_id, lane, item_type, item_priority, replace(headline, placeholder, key),
      replace(item_payload, placeholder, key), dedupe_key, task_id, at
    from made
  ), run as (
    insert into runs (id, organization_id, agent_id, kind, scenario, lane, priority, item_id, task_id, round, session_id, queued_at)
    select run_id, organization_id, assignee_id, run_kind, scenario, lane, item_priority, item_id, task_id, 1, session_id, at
    from made
  ), events as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id, created_at,
      credential_id)
    select e.id, organization_id, e.type, e.entity_kind, e.entity_id, replace(e.payload, placeholder, key), 'person', person_id, at,
      credential_id
    from made cross join lateral (values
      (1, 'evt_' || substr(task_id, 5), 'task.created', 'task', task_id, task_created),
      (2, 'evt_' || substr(session_id, 5), 'session.created', 'session', session_id, session_created),
      (3, 'evt_' || substr(item_id, 5), 'item.posted', 'item', item_id, item_posted),
      (4, 'evt_' || substr(run_id, 5), 'run.queued', 'run', run_id, run_queued),
      (5, approved_event_id, 'task.approved', 'task', task_id, task_approved)) as e (step, id, type, entity_kind, entity_id, payload)
    order by nth, e.step
  )
  select nth, number::int as number, key, at from made`,
  { patienceMs: TASK_LIMITS.createdTogetherPatienceMs },
);

type CreatedRow = { readonly number: number; readonly key: string; readonly at: Date };

/**
 * Creates a task of a person that starts at once, in one statement, which it shares with those that are created meanwhile. Undefined when this task does not, or when anything is in its way:
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
  const [created] = await deps.database.write<CreatedRow, typeof COLUMNS>(input.projectId, CREATE_STARTED, {
    ...taskColumns(actor, input),
    ...workColumns(input, start),
    ...eventPayloads(input, start),
    approvedEventId: deps.newId("event"),
  });
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

function taskColumns(actor: Person, input: Input) {
  return {
    organizationId: actor.organizationId,
    projectId: input.projectId,
    title: storableText(input.title),
    description: storableText(input.description),
    priority: input.priority,
    assigneeId: input.assigneeId,
    reviewerKind: input.reviewerKind,
    reviewerId: input.reviewerId,
    personId: actor.id,
    credentialId: actor.credentialId ?? null,
    timeoutMs: input.timeoutMs ?? null,
  };
}

function workColumns(input: Input, { ids, placeholder, item, priority }: Start) {
  return {
    taskId: ids.task,
    sessionId: ids.session,
    sessionKey: `task_${ids.task}_r1`,
    sessionTitle: storableText(`${placeholder} ${input.title}`),
    itemId: ids.item,
    lane: item.handling.lane,
    itemType: item.type,
    itemPriority: priority,
    headline: storableText(item.headline),
    itemPayload: canonicalJson(item.payload),
    dedupeKey: `task:${ids.task}:start:v2`,
    runId: ids.run,
    runKind: item.handling.starts,
    scenario: item.handling.scenario,
  };
}

/** What the steps of a creation and an approval announce. */
function eventPayloads(input: Input, { ids, placeholder: key, item, priority }: Start) {
  const { title, projectId, assigneeId, reviewerKind, reviewerId } = input;
  const { lane, starts } = item.handling;
  const about = { key, title, projectId };
  const approved = { move: "approve", from: "pending", to: "in_progress", version: 2, round: 1 };
  return {
    taskCreated: JSON.stringify({ ...about, assigneeId, status: "pending", version: 1 }),
    sessionCreated: JSON.stringify({ agentId: assigneeId, kind: starts, taskId: ids.task }),
    itemPosted: JSON.stringify({
      agentId: assigneeId,
      type: item.type,
      lane,
      priority,
      headline: item.headline,
      taskId: ids.task,
    }),
    runQueued: JSON.stringify({ agentId: assigneeId, taskId: ids.task, itemId: ids.item, kind: starts, lane }),
    taskApproved: JSON.stringify({ ...about, ...approved, assigneeId, reviewerKind, reviewerId }),
  };
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
