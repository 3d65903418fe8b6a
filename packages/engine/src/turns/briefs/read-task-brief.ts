import type { CheckFacts, CheckResultFacts, RemarkFacts, TaskBriefFacts, TaskPriority } from "@cadre/core";
import { PROMPT_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { readChildren, readDependencies, readNotes } from "./related-tasks.ts";

type Reads = Pick<EngineDeps, "database">;

type TaskRow = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly priority: TaskPriority;
  readonly round: number;
  readonly reviewerName: string | null;
  readonly parentKey: string | null;
  readonly parentTitle: string | null;
  readonly projectName: string;
  readonly projectDescription: string;
};

/** Everything the brief of a task's round tells its assignee. */
export async function readTaskBrief(
  deps: Reads,
  taskId: string,
  around: { readonly workspace: string; readonly handOff: string | undefined },
): Promise<TaskBriefFacts> {
  const task = await readTask(deps, taskId);
  const [checks, dependencies, children, notes, humanComments, subtasks, errors, sentBack] = await Promise.all([
    readChecks(deps, taskId),
    readDependencies(deps, taskId),
    readChildren(deps, taskId),
    readNotes(deps, taskId, PROMPT_LIMITS.taskNotes),
    readHumanComments(deps, taskId),
    deps.database.query<{ id: string; title: string; status: string }>(
      "select id, title, status from task_subtasks where task_id = $1 order by position",
      [taskId],
    ),
    readErrors(deps, taskId),
    task.round > 1 ? readSentBack(deps, taskId, task.round - 1) : undefined,
  ]);
  return {
    task: {
      id: task.id,
      key: task.key,
      title: task.title,
      description: task.description,
      priority: task.priority,
      round: task.round,
    },
    workspace: around.workspace,
    handOff: around.handOff,
    reviewerName: task.reviewerName ?? undefined,
    sentBack,
    checks,
    parent:
      task.parentKey === null || task.parentTitle === null
        ? undefined
        : { key: task.parentKey, title: task.parentTitle },
    project: {
      name: task.projectName,
      description: task.projectDescription === "" ? undefined : task.projectDescription,
    },
    subtasks,
    children,
    dependencies,
    notes,
    humanComments,
    previousRounds: [],
    errors,
  };
}

async function readTask(deps: Reads, taskId: string): Promise<TaskRow> {
  const rows = await deps.database.query<TaskRow>(
    `select t.id, t.key, t.title, t.description, t.priority, t.round, coalesce(a.name, p.name) as reviewer_name,
       up.key as parent_key, up.title as parent_title, j.name as project_name, j.description as project_description
     from tasks t join projects j on j.id = t.project_id
     left join agents a on t.reviewer_kind = 'agent' and a.id = t.reviewer_id
     left join people p on t.reviewer_kind = 'person' and p.id = t.reviewer_id
     left join tasks up on up.id = t.parent_id where t.id = $1`,
    [taskId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`Task ${taskId} does not exist.`);
  return row;
}

async function readChecks(deps: Reads, taskId: string): Promise<CheckFacts[]> {
  const rows = await deps.database.query<{ name: string; stage: "submit" | "accept"; kind: string; spec: string }>(
    "select name, stage, kind, spec from task_checks where task_id = $1 order by position",
    [taskId],
  );
  return rows.map(({ name, stage, kind, spec }) => ({ name, stage, command: checkText(kind, spec) }));
}

/** A check in one line: the command itself, or the kind with its parameters. */
function checkText(kind: string, spec: string): string {
  const parsed = JSON.parse(spec) as Readonly<Record<string, unknown>>;
  return kind === "command" && typeof parsed.command === "string" ? parsed.command : `${kind} ${spec}`;
}

async function readHumanComments(deps: Reads, taskId: string): Promise<RemarkFacts[]> {
  const rows = await deps.database.query<{ author: string; at: Date; text: string }>(
    `select p.name as author, c.created_at as at, c.text from task_comments c join people p on p.id = c.author_id
     where c.task_id = $1 and c.author_kind = 'person' order by c.created_at desc limit $2`,
    [taskId, PROMPT_LIMITS.humanComments],
  );
  return rows.reverse();
}

/** What went wrong in earlier runs of the task, oldest first. */
async function readErrors(deps: Reads, taskId: string): Promise<string[]> {
  const rows = await deps.database.query<{ failure: string }>(
    `select failure from runs where task_id = $1 and failure is not null order by ended_at desc nulls last limit $2`,
    [taskId, PROMPT_LIMITS.recentErrors],
  );
  return rows.reverse().map((row) => row.failure);
}

async function readSentBack(deps: Reads, taskId: string, round: number): Promise<TaskBriefFacts["sentBack"]> {
  const rows = await deps.database.query<{ submitId: string; note: string | null; reviewerName: string | null }>(
    `select v.submit_id, v.note, coalesce(a.name, p.name) as reviewer_name from task_verdicts v
     left join agents a on a.id = v.reviewer_id left join people p on p.id = v.reviewer_id
     where v.task_id = $1 and v.round = $2 and v.verdict = 'revise' order by v.created_at desc limit 1`,
    [taskId, round],
  );
  const verdict = rows[0];
  if (verdict === undefined) return undefined;
  const results = await readCheckResults(deps, verdict.submitId);
  return {
    round,
    reviewerName: verdict.reviewerName ?? "the reviewer",
    reason: verdict.note ?? "No reason was given.",
    failedChecks: results.filter((check) => check.result === "failed"),
  };
}

/** The check results of one submit, in the order of the checks. */
export async function readCheckResults(deps: Reads, submitId: string): Promise<CheckResultFacts[]> {
  const rows = await deps.database.query<{ name: string; status: string; output: string }>(
    `select c.name, r.status, r.output from task_check_results r join task_checks c on c.id = r.check_id
     where r.submit_id = $1 order by c.position`,
    [submitId],
  );
  return rows.map(({ name, status, output }) => ({
    name,
    result: status === "passed" ? "passed" : "failed",
    output,
  }));
}
