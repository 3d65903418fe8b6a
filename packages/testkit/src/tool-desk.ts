import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import type { EngineToolContext } from "@cadre/engine";
import type { ToolResult } from "@cadre/tool-selector";
import type { EngineFixture } from "./engine-fixture.ts";

export type ToolWork = {
  readonly agentId: string;
  readonly taskId?: string;
  readonly runId?: string;
  /** Commands a person approved once and for all. */
  readonly approvedCommands?: readonly string[];
};

export type ToolDesk = {
  readonly context: EngineToolContext;
  /** Writes a file of the workspace. */
  write(file: string, text: string): Promise<void>;
  /** Calls an engine tool by name, past journal and loop. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult>;
};

/**
 * What a tool of an agent's run gets: a workspace of the task, real checks, a shell without sandbox. `fenced` is a plain transaction
 * here: the claim is not what these tests are about.
 */
export async function openToolDesk(
  { deps, given }: Pick<EngineFixture, "deps" | "given">,
  work: ToolWork,
): Promise<ToolDesk> {
  const { createCheckRunner, ENGINE_TOOLS, transact } = await import("@cadre/engine");
  const { createOpenShell, createToolRegistry, runTool, selectTools } = await import("@cadre/tool-selector");
  const folder = path.join(deps.dataFolder, "desks", work.taskId ?? work.agentId);
  await mkdir(folder, { recursive: true });
  const workspace = await realpath(folder);
  const runId = work.runId ?? "run_none";
  const actor = given.agent(work.agentId, runId);
  const sandbox = createOpenShell({ toolFolders: [] });
  const isStandingApproved = (_tool: string, text: string): boolean => work.approvedCommands?.includes(text) ?? false;
  const context: EngineToolContext = {
    deps,
    actor,
    runId,
    agentId: work.agentId,
    taskId: work.taskId,
    fenced: (run) => transact(deps, actor, run),
    checks: createCheckRunner({ sandbox, now: deps.now, isStandingApproved }),
    sandbox,
    isStandingApproved,
    roots: { workspace, home: workspace, repositories: [] },
    now: deps.now,
    callKey: deps.newId("entry"),
    signal: new AbortController().signal,
  };
  const registry = createToolRegistry(ENGINE_TOOLS);
  const selection = selectTools(registry, {});
  return {
    context,
    async write(file, text) {
      const target = path.join(workspace, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    },
    call: (name, args) => runTool(selection, { name, args: { ...args } }, context),
  };
}
