import {
  CATALOGUE,
  createProviders,
  createRouter,
  memoryBreakerStore,
  type RouterDeps,
  type RouteTarget,
  systemIdleWatch,
  systemWait,
} from "@cadre/llm-router";
import { BUILTIN_TOOLS, createOpenShell, createToolRegistry } from "@cadre/tool-selector";
import type { EngineDeps } from "../engine-deps.ts";
import { createBudgetGate } from "../models/budget-gate.ts";
import { createLedger } from "../models/ledger.ts";
import type { SpendAccount } from "../models/spend-account.ts";
import type { Step } from "../runs/step-end.ts";
import { ENGINE_TOOLS } from "../tool-catalog.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { createTurnStep } from "./turn-step.ts";

type AgentStepOptions = Partial<TurnDeps> &
  Pick<TurnDeps, "onBug"> & {
    /** What every agent's calls are sent to. */
    readonly model: RouteTarget;
    /** Who answers and how long is waited for it, in place of the product's providers over HTTP. */
    readonly answers?: Pick<RouterDeps<SpendAccount>, "providers" | "wait">;
    /** What calls that are no simulation may cost on a day. None unless set. */
    readonly dailyLimitMicroUsd?: number;
  };

/** Agent work as an executor sets it up when it starts, with the shell as it is. */
export function agentStep(deps: EngineDeps, options: AgentStepOptions): Step {
  const { model, answers, dailyLimitMicroUsd = 0, ...turn } = options;
  const catalogue = turn.catalogue ?? CATALOGUE;
  return createTurnStep({
    ...deps,
    router: createRouter<SpendAccount>({
      providers: createProviders({ now: deps.now, catalogue, startIdleWatch: systemIdleWatch }),
      wait: systemWait,
      ...answers,
      catalogue,
      breakers: memoryBreakerStore(),
      budget: createBudgetGate(deps, { dailyLimitMicroUsd }),
      ledger: createLedger(deps),
      now: deps.now,
    }),
    targetsOf: async () => [model],
    tools: createToolRegistry([...BUILTIN_TOOLS, ...ENGINE_TOOLS]),
    sandbox: createOpenShell({ toolFolders: [] }),
    environment: { os: "test" },
    deltas: { write: () => undefined },
    ...turn,
  });
}
