import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import type { Page, PageRequest } from "../page.ts";
import { requireRun } from "./get-run.ts";
import { pageOfToolCalls, type ToolCallView } from "./run-calls.ts";

type Deps = Pick<EngineDeps, "database">;
type Input = PageRequest & { readonly runId: string };

/** The journal of a run's tool calls, oldest first. Fault: `run.not-found`. */
export async function listToolCalls(deps: Deps, actor: Actor, input: Input): Promise<Page<ToolCallView>> {
  await requireRun(deps, actor, input);
  return pageOfToolCalls(deps, input.runId, input);
}
