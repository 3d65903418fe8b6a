import { createProviderSimulator } from "@cadre/simulator";
import { claimTestRun, type EngineFixture, engineFixture, openProviderWire } from "@cadre/testkit";
import type { ClaimedRun } from "../../runs/claimed-run.ts";
import { releaseRuns } from "../../runs/release-lost.ts";
import type { Step } from "../../runs/step-end.ts";
import { createTask } from "../../tasks/create/create-task.ts";
import { agentStep } from "../agent-step.fixture.ts";

/** One agent at one task, asking a provider over HTTP; every step reads one file. */
export type PrefixDesk = EngineFixture & {
  /** Makes one step and answers the body that the provider was sent, byte for byte. */
  step(): Promise<string>;
  /** The executor dies; another one, which knows nothing of it, goes on with the run. */
  restart(): Promise<void>;
};

export async function prefixDesk(): Promise<PrefixDesk> {
  const fixture = await engineFixture();
  const { deps, given } = fixture;
  const simulator = createProviderSimulator({
    now: deps.now,
    pace: 0,
    policy: ({ turns }) => ({
      blocks: [{ type: "call", name: "file_read", input: { path: `pages/${turns.length}.md` } }],
    }),
  });
  const wire = await openProviderWire(await simulator.listen());
  const { id: taskId } = await createTask(deps, given.owner, {
    projectId: given.projectId,
    title: "Read the pages",
    description: "One after the other.",
    assigneeId: given.workerId,
    reviewerKind: "person",
    reviewerId: given.owner.id,
  });
  const [run] = await deps.database.query<{ id: string }>("select id from runs where task_id = $1", [taskId]);
  const model = {
    provider: "anthropic",
    model: "claude-haiku-4-5",
    credentials: { apiKey: "test", baseUrl: wire.url },
  };
  const onBug = (error: unknown): never => {
    throw error;
  };
  const start = async (): Promise<{ readonly claim: ClaimedRun; readonly step: Step }> => {
    const claim = await claimTestRun(deps, run?.id ?? "");
    if (claim.taskId !== taskId) throw new Error("Another run was claimed.");
    return { claim, step: agentStep(deps, { model, dailyLimitMicroUsd: 1_000_000_000, onBug }) };
  };
  let executor = await start();
  return {
    ...fixture,
    async step() {
      const before = wire.bodies.length;
      const end = await executor.step(executor.claim, new AbortController().signal);
      const [body, ...more] = wire.bodies.slice(before);
      if (end.kind !== "continue" || body === undefined || more.length > 0)
        throw new Error(`The step should be one call, and go on: ${JSON.stringify(end)}`);
      return body;
    },
    async restart() {
      await releaseRuns(deps, { workerId: executor.claim.workerId });
      executor = await start();
    },
    async close() {
      wire.close();
      await simulator.close();
      await fixture.close();
    },
  };
}
