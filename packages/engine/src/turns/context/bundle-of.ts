import type { BundleResult } from "@cadre/core";
import { modelFailure } from "@cadre/llm-router";
import { isFault } from "@cadre/shared";
import type { TurnDeps } from "../turn-deps.ts";
import type { Aim, TurnWork } from "../turn-work.ts";
import { assembleContext, limitsOf, NO_MODEL } from "./assemble-context.ts";
import { newestCall } from "./newest-call.ts";

/** The step's call, of the entries that were loaded last. What the work needs to know of it is kept with it. */
export async function bundleOf(work: TurnWork): Promise<BundleResult> {
  const { deps, turn, log, memory } = work;
  const { claim, scenario, roots, tools } = turn;
  const parts = {
    organizationId: claim.organizationId,
    agentId: claim.agentId,
    taskId: claim.taskId,
    workspace: roots.workspace,
    scenario,
    tools: tools.offered,
    frozen: work.frozen.now,
    compaction: turn.settings,
  };
  const bundle = await assembleContext(deps, parts, async () => {
    const [aim, previous] = await Promise.all([
      aimOf(deps, claim.agentId),
      work.sent.receipt ?? newestCall(deps, turn.sessionId).then((call) => call?.receipt),
    ]);
    const [model] = aim.targets;
    const counter = await work.counters.of(claim.organizationId, model ?? NO_MODEL);
    work.aim.now = aim;
    work.model.now = { counter, limits: limitsOf(deps, model) };
    return { entries: [...log], model, counter, previous, memory: memory.now };
  });
  if (bundle.kind === "bundle") work.built.receipt = bundle.receipt;
  return bundle;
}

/** A choice that cannot be followed is the failure of a call, told in words: nothing is called instead. */
async function aimOf(deps: TurnDeps, agentId: string): Promise<Aim> {
  try {
    return { targets: await deps.targetsOf(agentId) };
  } catch (error) {
    if (!isFault(error)) throw error;
    return {
      targets: [],
      failure: modelFailure({ kind: "permission", code: error.code, message: error.message }),
    };
  }
}
