import { TERMINAL_TASK_STATUSES, type WaitKind } from "@cadre/domain";
import type { OpenWait, Transaction } from "../transaction.ts";

/**
 * Opens what a parking run waits for and returns the kinds still open: a wait may be met already, by a decision or a child that was
 * faster. What is waited for is locked first, so that an end under way is either seen here or sees the wait.
 */
export async function openWaits(tx: Transaction, runId: string, waits: readonly OpenWait[]): Promise<WaitKind[]> {
  if (waits.length === 0) return [];
  await lockAwaited(tx, waits);
  await tx.unit.query(
    `insert into waits (id, organization_id, run_id, kind, reference, due_at)
     select w.id, $1, $2, w.kind, w.reference, cadre_now() + make_interval(secs => w.due_in_ms / 1000.0)
     from unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) as w (id, kind, reference, due_in_ms)
     on conflict do nothing`,
    [
      tx.unit.organizationId,
      runId,
      waits.map(() => tx.deps.newId("wait")),
      waits.map((wait) => wait.kind),
      waits.map((wait) => wait.reference ?? null),
      waits.map((wait) => (wait.dueInMs === undefined ? null : Math.round(wait.dueInMs))),
    ],
  );
  await settleMet(tx, runId, waits);
  const open = await tx.unit.query<{ kind: WaitKind }>(
    "select distinct kind from waits where run_id = $1 and status = 'open' order by kind",
    [runId],
  );
  return open.map((wait) => wait.kind);
}

function referencesOf(waits: readonly OpenWait[], kinds: readonly WaitKind[]): string[] {
  return waits.flatMap((wait) => (kinds.includes(wait.kind) && wait.reference !== undefined ? [wait.reference] : []));
}

async function lockAwaited(tx: Transaction, waits: readonly OpenWait[]): Promise<void> {
  const approvals = referencesOf(waits, ["approval", "answer"]);
  if (approvals.length > 0) {
    await tx.unit.query("select id from approvals where id = any($1::text[]) order by id for share", [approvals]);
  }
  const parents = referencesOf(waits, ["children"]);
  if (parents.length > 0) {
    await tx.unit.query(
      "select id from tasks where parent_id = any($1::text[]) and status <> all($2::text[]) order by id for share",
      [parents, TERMINAL_TASK_STATUSES],
    );
  }
}

async function settleMet(tx: Transaction, runId: string, waits: readonly OpenWait[]): Promise<void> {
  await tx.unit.query(
    `update waits w set status = 'satisfied', resolved_at = cadre_now(), resolution = json_build_object('decision', a.status)::text
     from approvals a
     where w.run_id = $1 and w.status = 'open' and w.kind in ('approval', 'answer') and a.id = w.reference
       and a.status <> 'pending'`,
    [runId],
  );
  await tx.unit.query(
    `update waits set status = 'satisfied', resolved_at = cadre_now()
     where run_id = $1 and status = 'open' and kind = 'not_before' and due_at <= cadre_now()`,
    [runId],
  );
  for (const parent of referencesOf(waits, ["children"])) await tx.tasks.settleChildren(parent);
}

/** What a run that stops by itself still waits for: children of its task that are not settled, and its pending approvals. */
export async function pendingWaits(
  tx: Transaction,
  run: { readonly runId: string; readonly taskId: string | undefined },
): Promise<OpenWait[]> {
  const approvals = await tx.unit.query<{ id: string; kind: string }>(
    "select id, kind from approvals where run_id = $1 and status = 'pending' order by id",
    [run.runId],
  );
  const waits: OpenWait[] = approvals.map(({ id, kind }) => ({
    kind: kind === "question" ? "answer" : "approval",
    reference: id,
  }));
  if (run.taskId === undefined) return waits;
  const children = await tx.unit.query(
    "select 1 from tasks where parent_id = $1 and status <> all($2::text[]) limit 1",
    [run.taskId, TERMINAL_TASK_STATUSES],
  );
  return children.length === 0 ? waits : [...waits, { kind: "children", reference: run.taskId }];
}
