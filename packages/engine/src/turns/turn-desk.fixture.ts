import type { ModelFailure, NewTask } from "@cadre/domain";
import { CATALOGUE, createRouter, memoryBreakerStore, type RouteTarget } from "@cadre/llm-router";
import {
  type EngineFixture,
  engineFixture,
  type ScriptedAnswer,
  type ScriptedModel,
  scriptedModel,
  startTestExecutor,
  type TestExecutor,
} from "@cadre/testkit";
import { BUILTIN_TOOLS, createOpenShell, createToolRegistry } from "@cadre/tool-selector";
import { createBudgetGate } from "../models/budget-gate.ts";
import { createLedger } from "../models/ledger.ts";
import type { SpendAccount } from "../models/spend-account.ts";
import { reconcile } from "../runs/reconcile.ts";
import { createTask } from "../tasks/create/create-task.ts";
import { ENGINE_TOOLS } from "../tool-catalog.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { createTurnStep } from "./turn-step.ts";

/** More than any story needs; a claim that always fails would go on for ever. */
const MOST_PASSES = 20;
const TARGET: RouteTarget = { provider: "scripted", model: "script", credentials: { apiKey: "none" } };

/** The engine at work with a scripted model and real tools, in one process. */
export type TurnDesk = EngineFixture & {
  readonly executor: TestExecutor;
  readonly model: ScriptedModel;
  readonly bugs: unknown[];
  /** A task of the worker that starts at once. */
  begin(task?: Partial<NewTask>): Promise<string>;
  /** Repairs, rings and works until nothing is left to do now. */
  settle(): Promise<void>;
  entries(): Promise<{ kind: string; payload: string }[]>;
};

type TurnDeskOptions = Partial<TurnDeps> & {
  /** Answers instead of the script. */
  readonly model?: Pick<ScriptedModel, "provider" | "requests">;
  /** What calls that are no simulation may cost on a day. None unless set. */
  readonly dailyLimitMicroUsd?: number;
};

export async function turnDesk(script: readonly ScriptedAnswer[], options: TurnDeskOptions = {}): Promise<TurnDesk> {
  const fixture = await engineFixture();
  const scripted = scriptedModel(...script);
  const { model: responding, dailyLimitMicroUsd = 0, ...turn } = options;
  const model = { ...scripted, ...responding };
  const bugs: unknown[] = [];
  const executor = await startTestExecutor(fixture.deps, { stepFor: () => step });
  const { deps } = executor;
  const step = createTurnStep({
    ...deps,
    router: createRouter<SpendAccount>({
      providers: new Map([["scripted", model.provider]]),
      catalogue: turn.catalogue ?? CATALOGUE,
      breakers: memoryBreakerStore(),
      budget: createBudgetGate(deps, { dailyLimitMicroUsd }),
      ledger: createLedger(deps),
      now: deps.now,
      wait: async () => undefined,
    }),
    targetsOf: async () => [TARGET],
    tools: createToolRegistry([...BUILTIN_TOOLS, ...ENGINE_TOOLS]),
    sandbox: createOpenShell({ toolFolders: [] }),
    environment: { os: "test" },
    deltas: { write: () => undefined },
    onBug: (error) => bugs.push(error),
    ...turn,
  });
  const { given } = fixture;
  return {
    ...fixture,
    deps,
    executor,
    model,
    bugs,
    async begin(task = {}) {
      const created = await createTask(deps, given.owner, {
        projectId: given.projectId,
        title: "Write a page",
        description: "Write it.",
        assigneeId: given.workerId,
        reviewerId: given.reviewerId,
        ...task,
      });
      return created.id;
    },
    async settle() {
      await executor.settled();
      // On a slow machine the lease runs out in the middle: what came after it is rung for again.
      for (let rung = 1, passes = 0; rung > 0 && passes < MOST_PASSES; passes += 1) {
        await executor.worker.beat();
        ({ rung } = await reconcile(deps));
        await executor.settled();
      }
    },
    entries: () => deps.database.query("select kind, payload from session_entries order by created_at, seq"),
    async close() {
      await executor.stop();
      await fixture.close();
    },
  };
}

export function failureOf(kind: ModelFailure["kind"], more: Partial<ModelFailure> = {}): ScriptedAnswer {
  return {
    failure: {
      kind,
      status: undefined,
      code: undefined,
      message: `The provider answered: ${kind}.`,
      retryAfterMs: undefined,
      isRetryable: kind === "network" || kind === "rate-limit" || kind === "overloaded",
      ...more,
    },
  };
}
