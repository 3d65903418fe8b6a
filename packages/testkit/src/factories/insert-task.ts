import type { TaskStatus } from "@cadre/domain";
import type { FactoryDeps } from "./factory-deps.ts";

export type TaskSeed = {
  readonly title?: string;
  readonly description?: string;
  readonly status?: TaskStatus;
  readonly round?: number;
  readonly assigneeId?: string;
  readonly reviewer?: { readonly kind: "agent" | "person"; readonly id: string };
  readonly createdBy?: { readonly kind: "agent" | "person" | "system"; readonly id: string };
  readonly parentId?: string;
  readonly blockerIds?: readonly string[];
  readonly blockedReason?: string;
  readonly schedule?: Readonly<Record<string, unknown>>;
};

export type SeededTask = { readonly id: string; readonly key: string; readonly status: TaskStatus };

export type TaskSurroundings = {
  readonly organizationId: string;
  readonly projectId: string;
  readonly assigneeId: string;
  readonly reviewer: { readonly kind: "agent" | "person"; readonly id: string };
  readonly createdBy: { readonly kind: "agent" | "person" | "system"; readonly id: string };
};

/** A task in any status, without what would have followed on the way there: no run, no mail, no submit. */
export async function insertTask(
  { database, newId }: FactoryDeps,
  around: TaskSurroundings,
  seed: TaskSeed,
): Promise<SeededTask> {
  const id = newId("task");
  const [project] = await database.query<{ key: string; number: number }>(
    "update projects set next_task_number = next_task_number + 1 where id = $1 returning key, next_task_number - 1 as number",
    [around.projectId],
  );
  const key = `${project?.key}-${project?.number}`;
  const status = seed.status ?? "pending";
  const reviewer = seed.reviewer ?? around.reviewer;
  const createdBy = seed.createdBy ?? around.createdBy;
  await database.query(
    `insert into tasks (id, organization_id, project_id, number, key, title, description, status, round, assignee_id,
       reviewer_kind, reviewer_id, created_by_kind, created_by_id, parent_id, blocked_reason, schedule, started_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       case when $8 = 'pending' then null else cadre_now() end)`,
    [
      id,
      around.organizationId,
      around.projectId,
      project?.number ?? 0,
      key,
      seed.title ?? `Task ${key}`,
      seed.description ?? "",
      status,
      seed.round ?? 1,
      seed.assigneeId ?? around.assigneeId,
      reviewer.kind,
      reviewer.id,
      createdBy.kind,
      createdBy.id,
      seed.parentId ?? null,
      seed.blockedReason ?? null,
      seed.schedule === undefined ? null : JSON.stringify(seed.schedule),
    ],
  );
  for (const blockerId of seed.blockerIds ?? []) {
    await database.query("insert into task_dependencies (organization_id, task_id, blocker_id) values ($1, $2, $3)", [
      around.organizationId,
      id,
      blockerId,
    ]);
  }
  return { id, key, status };
}
