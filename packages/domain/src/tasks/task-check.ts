import { TASK_LIMITS, TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

export const CHECK_STAGES = ["submit", "accept"] as const;
export type CheckStage = (typeof CHECK_STAGES)[number];

const SNAPSHOT_PATH = "must be a path inside the workspace such as out/report.md: relative, with /, without ..";

/** A path inside a workspace or a snapshot of it: relative, with `/`, never leading out. */
export function isSnapshotPath(path: string): boolean {
  if (path === "" || path.startsWith("/") || path.startsWith("~") || path.includes("\\")) return false;
  return !path.split("/").includes("..");
}

const snapshotPath = z.string().max(1_000).refine(isSnapshotPath, { error: SNAPSHOT_PATH });

const shared = {
  name: z.string().trim().min(1).max(200).optional().describe("What it checks; made from its content when left out."),
  stage: z
    .enum(CHECK_STAGES)
    .default("submit")
    .describe("submit: the submit is refused while it fails. accept: the reviewer sees it, acceptance is refused."),
};

/**
 * A machine check on what a task submits. A URL check is left out on purpose: the server would fetch addresses that agents choose.
 */
export const NewTaskCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("file_exists"), path: snapshotPath, ...shared }),
  z.strictObject({
    kind: z.literal("glob_count"),
    pattern: snapshotPath.describe("Such as out/*.json or out/**/*.md."),
    min: z.int().min(0).max(TOOL_LIMITS.snapshotMaxFiles),
    max: z.int().min(0).max(TOOL_LIMITS.snapshotMaxFiles).optional(),
    ...shared,
  }),
  z.strictObject({
    kind: z.literal("command"),
    command: z.string().min(1).max(4_000).describe("A shell command, run in a copy of what was submitted."),
    expectExit: z.int().min(0).max(255).default(0),
    timeoutMs: z.int().min(1_000).max(TOOL_LIMITS.shellTimeoutMaxMs).optional(),
    ...shared,
  }),
  z.strictObject({
    kind: z.literal("json_schema"),
    path: snapshotPath,
    schema: z.record(z.string(), z.unknown()).describe("JSON Schema that the file must satisfy."),
    ...shared,
  }),
]);
export type NewTaskCheck = z.infer<typeof NewTaskCheck>;

export const NewTaskChecks = z.array(NewTaskCheck).max(TASK_LIMITS.checksPerTask);

export type TaskCheck = NewTaskCheck & { readonly id: string; readonly name: string };

/** What a check says of itself when nobody named it. */
export function checkName(check: NewTaskCheck): string {
  if (check.name !== undefined) return check.name;
  switch (check.kind) {
    case "file_exists":
      return `${check.path} exists`;
    case "glob_count":
      return `${check.pattern} matches ${countLabel(check.min, check.max)}`;
    case "command":
      return check.command.slice(0, TASK_LIMITS.titleChars);
    case "json_schema":
      return `${check.path} satisfies its schema`;
  }
}

function countLabel(min: number, max: number | undefined): string {
  if (max === undefined) return `at least ${min} files`;
  return min === max ? `exactly ${min} files` : `${min} to ${max} files`;
}
