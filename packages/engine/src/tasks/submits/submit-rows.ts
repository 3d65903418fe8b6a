import type { Transaction } from "../../transaction.ts";

export type SubmitRow = {
  readonly id: string;
  readonly taskId: string;
  readonly round: number;
  readonly runId: string | null;
  readonly agentId: string;
  readonly summary: string;
  readonly knownIssues: string | null;
  readonly manifestHash: string;
  readonly manifest: string;
  readonly createdAt: Date;
};

/** The newest submit of a round: the one under review. */
export function latestSubmit(tx: Transaction, taskId: string, round: number): Promise<SubmitRow | undefined> {
  return tx.unit.first<SubmitRow>(
    "select * from task_submits where task_id = $1 and round = $2 order by created_at desc, id desc limit 1",
    [taskId, round],
  );
}

export type RedCheck = { readonly name: string; readonly status: string; readonly output: string };

/** Accept-stage checks that are not green on a submit; one without a result is not green. */
export function redAcceptChecks(tx: Transaction, taskId: string, submitId: string): Promise<RedCheck[]> {
  return tx.unit.query<RedCheck>(
    `select c.name, coalesce(r.status, 'not run') as status, coalesce(r.output, '') as output
     from task_checks c left join task_check_results r on r.check_id = c.id and r.submit_id = $2
     where c.task_id = $1 and c.stage = 'accept' and r.status is distinct from 'passed' order by c.position`,
    [taskId, submitId],
  );
}
