import type { Stats } from "node:fs";
import { glob, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { TaskCheck } from "@cadre/domain";
import { type Now, TOOL_LIMITS } from "@cadre/shared";
import { type ApprovalContext, judgeCommand, runShell, type Sandbox, type ShellEnd } from "@cadre/tool-selector";
import { z } from "zod";
import type { CheckOutcome, CheckRunner, CheckSubject } from "../../engine-tool-context.ts";

type CommandCheck = Extract<TaskCheck, { kind: "command" }>;
type Verdict = Pick<CheckOutcome, "status" | "output">;

export type CheckRunnerDeps = Pick<ApprovalContext, "isStandingApproved"> & {
  readonly sandbox: Sandbox;
  readonly now: Now;
};

/** The tool whose standing approvals cover the commands of checks. */
const SHELL_TOOL = "shell_execute";

/**
 * Runs checks on this machine. A command runs in the sandbox; where there is none, only if a person wrote the check or approved
 * exactly this command once and for all.
 */
export function createCheckRunner(deps: CheckRunnerDeps): CheckRunner {
  return {
    async run(check, subject) {
      const startedAt = deps.now();
      const verdict = await verdictOf(deps, check, subject).catch((error: unknown): Verdict => ({
        status: "error",
        output: `The check could not be run: ${String(error)}`,
      }));
      return {
        status: verdict.status,
        output: shortened(verdict.output),
        durationMs: Math.max(0, deps.now().getTime() - startedAt.getTime()),
      };
    },
  };
}

function verdictOf(deps: CheckRunnerDeps, check: TaskCheck, subject: CheckSubject): Promise<Verdict> {
  switch (check.kind) {
    case "file_exists":
      return checkExistence(check.path, subject.folder);
    case "glob_count":
      return checkCount(check, subject.folder);
    case "json_schema":
      return checkSchema(check, subject.folder);
    case "command":
      return checkCommand(deps, check, subject);
  }
}

async function checkExistence(file: string, folder: string): Promise<Verdict> {
  const found = await statOf(path.join(folder, file));
  if (found === undefined) return { status: "failed", output: `${file} is not among the submitted files.` };
  return { status: "passed", output: found.isDirectory() ? `${file} is there.` : `${file}: ${found.size} bytes.` };
}

async function checkCount(check: Extract<TaskCheck, { kind: "glob_count" }>, folder: string): Promise<Verdict> {
  const found: string[] = [];
  for await (const match of glob(check.pattern, { cwd: folder })) {
    if ((await statOf(path.join(folder, match)))?.isFile() === true) found.push(match);
  }
  const isEnough = found.length >= check.min && (check.max === undefined || found.length <= check.max);
  const wanted = check.max === undefined ? `at least ${check.min}` : `${check.min} to ${check.max}`;
  return {
    status: isEnough ? "passed" : "failed",
    output: `${check.pattern} matches ${found.length} files, wanted ${wanted}. ${found.sort().join(", ")}`.trim(),
  };
}

async function checkSchema(check: Extract<TaskCheck, { kind: "json_schema" }>, folder: string): Promise<Verdict> {
  const file = path.join(folder, check.path);
  if ((await statOf(file))?.isFile() !== true) {
    return { status: "failed", output: `${check.path} is not among the submitted files.` };
  }
  const schema = z.fromJSONSchema(check.schema);
  const value = parseJson(await readFile(file, "utf8"));
  if (value.isBroken) return { status: "failed", output: `${check.path} is not JSON: ${value.problem}` };
  const parsed = schema.safeParse(value.json);
  if (parsed.success) return { status: "passed", output: `${check.path} satisfies the schema.` };
  return { status: "failed", output: `${check.path} does not satisfy the schema:\n${z.prettifyError(parsed.error)}` };
}

async function checkCommand(deps: CheckRunnerDeps, check: CommandCheck, subject: CheckSubject): Promise<Verdict> {
  const policy = judgeCommand(check.command);
  if (policy.kind === "deny") return { status: "error", output: `The command is never run. ${policy.reason}` };
  const doubt = doubtOf(policy, deps.sandbox);
  if (doubt !== undefined && !subject.isByPerson && !deps.isStandingApproved(SHELL_TOOL, check.command)) {
    return {
      status: "error",
      output: `${doubt} So the command "${check.command}" runs only after a person approved exactly it for the project. Ask for that with request_user_approval.`,
    };
  }
  const timeoutMs = check.timeoutMs ?? TOOL_LIMITS.checkTimeoutMs;
  const end = await runShell({
    sandbox: deps.sandbox,
    roots: { workspace: subject.folder, home: subject.folder, repositories: [] },
    command: check.command,
    cwd: subject.folder,
    timeoutMs,
    signal: subject.signal,
  });
  return commandVerdict(check, end, timeoutMs);
}

/** Why a command of an agent's task needs a person's word first. */
function doubtOf(policy: ReturnType<typeof judgeCommand>, sandbox: CheckRunnerDeps["sandbox"]): string | undefined {
  if (policy.kind === "approval") return policy.reason;
  return sandbox.kind === "none" ? "Commands run without a sandbox here." : undefined;
}

function commandVerdict(check: CommandCheck, end: ShellEnd, timeoutMs: number): Verdict {
  switch (end.cause) {
    case "exited": {
      if (end.exitCode === check.expectExit) return { status: "passed", output: end.output };
      const how = `exited with ${end.exitCode}, wanted ${check.expectExit}`;
      return { status: "failed", output: `$ ${check.command}\n${how}\n${end.output}` };
    }
    case "timed-out":
      return { status: "failed", output: `$ ${check.command}\ntook longer than ${timeoutMs} ms\n${end.output}` };
    case "aborted":
      return { status: "error", output: "The check was interrupted." };
    case "not-started":
      return { status: "error", output: `The command could not be started: ${end.output}` };
  }
}

type ParsedText =
  { readonly isBroken: false; readonly json: unknown } | { readonly isBroken: true; readonly problem: string };

function parseJson(text: string): ParsedText {
  try {
    return { isBroken: false, json: JSON.parse(text) };
  } catch (error) {
    return { isBroken: true, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  });
}

/** The end of an output says most: errors come last. */
function shortened(output: string): string {
  const limit = TOOL_LIMITS.checkOutputChars;
  return output.length <= limit ? output : `… ${output.length - limit} characters left out\n${output.slice(-limit)}`;
}
