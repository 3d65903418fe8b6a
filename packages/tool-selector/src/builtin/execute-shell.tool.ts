import { stat } from "node:fs/promises";

import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";

import { type ApprovalContext, type ApprovalNeed, defineTool, type ToolContext } from "../define-tool.ts";
import { resolvePath } from "../path-wall.ts";
import { judgeCommand } from "../policy/command-policy.ts";
import { runShell, type ShellEnd } from "../shell/run-shell.ts";
import { describeSystemError } from "../system-error.ts";
import { toolError, type ToolResult } from "../tool-result.ts";

const Args = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.shellCommandChars)
    .refine((command) => !command.includes("\u0000"), "contains a NUL character")
    .describe("A bash command line."),
  cwd: z.string().optional().describe("Folder to run in, default the workspace."),
  timeout_ms: z
    .int()
    .positive()
    .max(TOOL_LIMITS.shellTimeoutMaxMs)
    .optional()
    .describe(`Default ${TOOL_LIMITS.shellTimeoutDefaultMs}.`),
});
type Args = z.infer<typeof Args>;

export const executeShellTool = defineTool()({
  name: "shell_execute",
  category: "Execution",
  description:
    "Runs a command line and answers its output, ending with its exit code. Each call starts anew in the workspace, without input or network; " +
    "/tmp is emptied and background processes are ended after it. Some commands, and all where there is no sandbox, wait for a person's approval.",
  parameters: Args,
  effect: "external",
  approval: neededApproval,
  run: async (args, context) => {
    const verdict = judgeCommand(args.command);
    if (verdict.kind === "deny") return toolError(`The command was not run. ${verdict.reason}`);
    const folder = await resolvePath(context.roots, args.cwd ?? ".");
    if (!folder.isAllowed) return toolError(`The command was not run. ${folder.reason}`);
    try {
      if (!(await stat(folder.path)).isDirectory())
        return toolError(`The command was not run: ${folder.shown} is no folder.`);
    } catch (error) {
      return toolError(`The command was not run. ${describeSystemError(error, folder.shown)}`);
    }
    const timeoutMs = args.timeout_ms ?? TOOL_LIMITS.shellTimeoutDefaultMs;
    const startedAt = context.now().getTime();
    const end = await runShell({
      sandbox: context.sandbox,
      roots: context.roots,
      command: args.command,
      cwd: folder.path,
      timeoutMs,
      signal: context.signal,
      env: commitIdentity(context),
      onOutput: context.onOutput,
    });
    return shellResult(end, timeoutMs, context.now().getTime() - startedAt);
  },
});

/** A denied command needs no approval: it is refused when it runs. */
function neededApproval({ command, cwd }: Args, { sandbox }: ApprovalContext): ApprovalNeed | undefined {
  const verdict = judgeCommand(command);
  const exactText = cwd === undefined ? command : `cd ${quoted(cwd)} && ${command}`;
  if (verdict.kind === "deny") return undefined;
  if (verdict.kind === "approval") return { exactText, reason: verdict.reason };
  if (sandbox.kind !== "none") return undefined;
  return {
    exactText,
    reason: "Commands run without a sandbox here: this one would have all rights of the server's account.",
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Commits carry the agent, wherever in a command line `git commit` stands. */
function commitIdentity({ agentId, agentName = agentId }: ToolContext): Readonly<Record<string, string>> {
  const email = `${agentId}@agents.invalid`;
  return {
    GIT_AUTHOR_NAME: agentName,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: agentName,
    GIT_COMMITTER_EMAIL: email,
  };
}

function shellResult(end: ShellEnd, timeoutMs: number, durationMs: number): ToolResult {
  const output = end.output === "" ? [] : [end.output.replace(/\n$/, "")];
  const text = [...output, ...endNotes(end, timeoutMs), `exit code: ${end.exitCode}`].join("\n");
  return { text, isError: end.exitCode !== 0, details: { exitCode: end.exitCode, cause: end.cause, durationMs } };
}

function endNotes({ cause, exitCode }: ShellEnd, timeoutMs: number): readonly string[] {
  switch (cause) {
    case "timed-out":
      return [
        `[Timed out after ${timeoutMs} ms: the command and all it started were ended. Split the work, or raise timeout_ms to at most ${TOOL_LIMITS.shellTimeoutMaxMs}.]`,
      ];
    case "aborted":
      return ["[Interrupted: the command and all it started were ended. Check what it did before you repeat it.]"];
    case "not-started":
      return ["[The command could not be started; nothing ran.]"];
    case "exited":
      return exitCode > 128 && exitCode < 160 ? [`[Ended by signal ${exitCode - 128}.]`] : [];
  }
}
