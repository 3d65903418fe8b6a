import { type CheckResult, SnapshotFile, type TaskSubmit } from "@cadre/domain";
import { z } from "zod";
import type { Transaction } from "../../transaction.ts";
import type { SubmitRow } from "./submit-rows.ts";

type VerdictRow = Omit<NonNullable<TaskSubmit["verdict"]>, "createdAt"> & {
  readonly submitId: string;
  readonly createdAt: Date;
};

/** Every submit of a task with its checks and its verdict, newest first. */
export async function readSubmits(tx: Pick<Transaction, "unit">, taskId: string): Promise<TaskSubmit[]> {
  const scope = [taskId, tx.unit.organizationId];
  const submits = await tx.unit.query<SubmitRow>(
    "select * from task_submits where task_id = $1 and organization_id = $2 order by created_at desc, id desc",
    scope,
  );
  const results = await tx.unit.query<CheckResult & { submitId: string }>(
    `select r.submit_id, r.check_id, c.name, c.stage, r.status, r.output, r.duration_ms
     from task_check_results r join task_checks c on c.id = r.check_id
     where c.task_id = $1 and c.organization_id = $2 order by c.position, c.id`,
    scope,
  );
  const verdicts = await tx.unit.query<VerdictRow>(
    `select submit_id, verdict, reviewer_kind, reviewer_id, note, created_at
     from task_verdicts where task_id = $1 and organization_id = $2`,
    scope,
  );
  return submits.map((submit) => submitOf(submit, results, verdicts));
}

function submitOf(
  row: SubmitRow,
  results: readonly (CheckResult & { submitId: string })[],
  verdicts: readonly VerdictRow[],
): TaskSubmit {
  const verdict = verdicts.find((one) => one.submitId === row.id);
  return {
    id: row.id,
    taskId: row.taskId,
    round: row.round,
    runId: row.runId,
    agentId: row.agentId,
    summary: row.summary,
    knownIssues: row.knownIssues,
    manifestHash: row.manifestHash,
    files: manifestFiles(row.manifest),
    checks: results.filter((one) => one.submitId === row.id).map(({ submitId: _, ...result }) => result),
    verdict:
      verdict === undefined
        ? null
        : {
            verdict: verdict.verdict,
            reviewerKind: verdict.reviewerKind,
            reviewerId: verdict.reviewerId,
            note: verdict.note,
            createdAt: verdict.createdAt.toISOString(),
          },
    createdAt: row.createdAt.toISOString(),
  };
}

/** The files of a stored manifest. */
export function manifestFiles(manifest: string): SnapshotFile[] {
  return z.array(SnapshotFile).parse(JSON.parse(manifest));
}
