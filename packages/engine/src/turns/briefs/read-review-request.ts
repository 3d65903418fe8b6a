import type { ReviewRequestFacts } from "@cadre/core";
import { PROMPT_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { readCheckResults } from "./read-task-brief.ts";
import { readHandedOver, readNotes } from "./related-tasks.ts";

type Reads = Pick<EngineDeps, "database">;

type SubmitRow = {
  readonly id: string;
  readonly taskId: string;
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly round: number;
  readonly authorName: string;
  readonly summary: string;
  readonly knownIssues: string | null;
};

/** Everything a reviewer is told of one submit. */
export async function readReviewRequest(
  deps: Reads,
  submitId: string,
  workspace: string | undefined,
): Promise<ReviewRequestFacts> {
  const submit = await readSubmit(deps, submitId);
  const [deliverables, checks, earlierVerdicts, notes] = await Promise.all([
    readHandedOver(deps, submit.taskId, (path) => path),
    readCheckResults(deps, submitId),
    deps.database.query<{ round: number; reason: string }>(
      `select round, coalesce(note, '') as reason from task_verdicts
       where task_id = $1 and verdict = 'revise' order by created_at`,
      [submit.taskId],
    ),
    readNotes(deps, submit.taskId, PROMPT_LIMITS.reviewerNotes),
  ]);
  return {
    task: { id: submit.taskId, key: submit.key, title: submit.title, description: submit.description },
    round: submit.round,
    authorName: submit.authorName,
    summary: submit.summary,
    knownIssues: submit.knownIssues ?? undefined,
    workspace,
    deliverables,
    checks,
    earlierVerdicts,
    notes,
  };
}

async function readSubmit(deps: Reads, submitId: string): Promise<SubmitRow> {
  const rows = await deps.database.query<SubmitRow>(
    `select s.id, s.task_id, t.key, t.title, t.description, s.round, a.name as author_name, s.summary, s.known_issues
     from task_submits s join tasks t on t.id = s.task_id join agents a on a.id = s.agent_id where s.id = $1`,
    [submitId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`Submit ${submitId} does not exist.`);
  return row;
}
