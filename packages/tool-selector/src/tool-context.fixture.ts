import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";

import type { Tool, ToolContext } from "./define-tool.ts";
import { runTool } from "./run-tool.ts";
import { createOpenShell } from "./sandbox/open-shell.ts";
import { createToolRegistry, selectTools } from "./tool-registry.ts";
import type { ToolResult } from "./tool-result.ts";

export type ToolStage = {
  /** Holds the agent's folders and whatever it must not reach. */
  readonly top: string;
  readonly context: ToolContext;
  readonly remove: () => Promise<void>;
};

/** Real folders for one test: `workspace`, `home` and `repository` below `top`. Commands run unconfined. */
export async function toolStage(over: Partial<ToolContext> = {}): Promise<ToolStage> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "cadre-tools-")));
  const [workspace, home, repository] = [join(top, "workspace"), join(top, "home"), join(top, "repository")];
  await Promise.all([workspace, home, repository].map((folder) => mkdir(folder)));
  const context: ToolContext = {
    signal: new AbortController().signal,
    callKey: "run_1/ent_1/call_1",
    roots: { workspace, repositories: [repository], home },
    sandbox: createOpenShell({ toolFolders: [dirname(process.execPath)] }),
    isStandingApproved: () => true,
    now: () => new Date(0),
    agentId: "agt_1",
    onBug: (error) => {
      throw error;
    },
    ...over,
  };
  return { top, context, remove: () => rm(top, { recursive: true, force: true }) };
}

export function callTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<ToolResult> {
  return runTool(selectTools(createToolRegistry([tool]), {}), { name: tool.name, args }, context);
}
