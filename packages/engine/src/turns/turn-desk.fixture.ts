import type { ModelFailure, NewTask } from "@cadre/domain";
import type { RouteTarget } from "@cadre/llm-router";
import {
  type EngineFixture,
  engineFixture,
  type ScriptedAnswer,
  type ScriptedModel,
  scriptedModel,
  startTestExecutor,
  type TestExecutor,
} from "@cadre/testkit";
import { reconcile } from "../runs/reconcile.ts";
import { createTask } from "../tasks/create/create-task.ts";
import { agentStep } from "./agent-step.fixture.ts";
import type { TurnDeps } from "./turn-deps.ts";

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
  const step = agentStep(deps, {
    model: TARGET,
    answers: { providers: new Map([["scripted", model.provider]]), wait: async () => undefined },
    dailyLimitMicroUsd,
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
