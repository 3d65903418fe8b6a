import path from "node:path";
import type { CheckResult } from "@cadre/domain";
import { canonicalJson, Fault, storableText } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { moveTask } from "../moves/move-task.ts";
import { addAuthor } from "../task-authors.ts";
import { lockTask, type TaskRow } from "../task-row.ts";
import { addDeliverable } from "./add-deliverable.ts";
import { readyToSubmit } from "./ready-to-submit.ts";
import type { NewDeliverable, Snapshot } from "./take-snapshot.ts";

export type SubmitInput = {
  readonly taskId: string;
  readonly summary: string;
  readonly deliverables: readonly NewDeliverable[];
  readonly knownIssues?: string | undefined;
};

export type CheckedSubmit = SubmitInput & {
  readonly runId: string;
  readonly agentId: string;
  /** The version of the task that the checks were run for. */
  readonly version: number;
  readonly snapshot: Snapshot;
  readonly results: readonly CheckResult[];
};

/** The one transaction of a submit: its row, its results and deliverables, its author, and the move with all that follows. */
export async function storeSubmit(tx: Transaction, submit: CheckedSubmit): Promise<string> {
  const ready = await readyToSubmit(tx, submit.taskId, submit);
  if (ready.kind === "submitted-before") return ready.submitId;
  if (ready.version !== submit.version) {
    throw new Fault("stale", "task.stale", {
      message: "The task was changed while its checks ran. Read it again with task_get, then submit again.",
      details: { currentVersion: ready.version },
    });
  }
  const task = await lockTask(tx, submit.taskId);
  const submitId = await insertSubmit(tx, task, submit);
  await insertResults(tx, submitId, submit.results);
  for (const deliverable of submit.snapshot.deliverables) {
    await addDeliverable(tx, {
      ...deliverable,
      title:
        deliverable.title ??
        (deliverable.type === "link" ? deliverable.reference : path.basename(deliverable.reference)),
      task: { id: task.id, projectId: task.projectId, round: task.round, submitId },
      file: submit.snapshot.files.find((file) => file.path === deliverable.reference),
    });
  }
  await addAuthor(tx, task.id, submit.agentId);
  await moveTask(tx, task.id, { move: "submit", submitId, note: submit.summary });
  return submitId;
}

async function insertSubmit(tx: Transaction, task: TaskRow, submit: CheckedSubmit): Promise<string> {
  const submitId = tx.deps.newId("submit");
  await tx.unit.query(
    `insert into task_submits
       (id, organization_id, task_id, round, run_id, agent_id, summary, known_issues, manifest_hash, manifest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      submitId,
      task.organizationId,
      task.id,
      task.round,
      submit.runId,
      submit.agentId,
      storableText(submit.summary),
      submit.knownIssues === undefined ? null : storableText(submit.knownIssues),
      submit.snapshot.hash,
      canonicalJson(submit.snapshot.files),
    ],
  );
  return submitId;
}

async function insertResults(tx: Transaction, submitId: string, results: readonly CheckResult[]): Promise<void> {
  for (const result of results) {
    await tx.unit.query(
      `insert into task_check_results (submit_id, check_id, organization_id, status, output, duration_ms)
       values ($1, $2, $3, $4, $5, $6)`,
      [submitId, result.checkId, tx.unit.organizationId, result.status, storableText(result.output), result.durationMs],
    );
  }
}
