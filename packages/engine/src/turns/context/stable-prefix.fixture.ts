import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import {
  CATALOGUE,
  createProviders,
  createRouter,
  memoryBreakerStore,
  systemIdleWatch,
  systemWait,
} from "@cadre/llm-router";
import { createProviderSimulator } from "@cadre/simulator";
import { claimTestRun, type EngineFixture, engineFixture } from "@cadre/testkit";
import { BUILTIN_TOOLS, createOpenShell, createToolRegistry } from "@cadre/tool-selector";
import { createBudgetGate } from "../../models/budget-gate.ts";
import { createLedger } from "../../models/ledger.ts";
import type { SpendAccount } from "../../models/spend-account.ts";
import type { ClaimedRun } from "../../runs/claimed-run.ts";
import { releaseRuns } from "../../runs/release-lost.ts";
import type { Step } from "../../runs/step-end.ts";
import { createTask } from "../../tasks/create/create-task.ts";
import { ENGINE_TOOLS } from "../../tool-catalog.ts";
import { createTurnStep } from "../turn-step.ts";

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
  const wire = await openWire(await simulator.listen());
  const { id: taskId } = await createTask(deps, given.owner, {
    projectId: given.projectId,
    title: "Read the pages",
    description: "One after the other.",
    assigneeId: given.workerId,
    reviewerKind: "person",
    reviewerId: given.owner.id,
  });
  const [run] = await deps.database.query<{ id: string }>("select id from runs where task_id = $1", [taskId]);
  const start = async (): Promise<{ readonly claim: ClaimedRun; readonly step: Step }> => {
    const claim = await claimTestRun(deps, run?.id ?? "");
    if (claim.taskId !== taskId) throw new Error("Another run was claimed.");
    return { claim, step: agentStep(fixture, wire.url) };
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

/** Agent work as an executor sets it up when it starts. */
function agentStep({ deps }: EngineFixture, baseUrl: string): Step {
  return createTurnStep({
    ...deps,
    router: createRouter<SpendAccount>({
      providers: createProviders({ now: deps.now, catalogue: CATALOGUE, startIdleWatch: systemIdleWatch }),
      catalogue: CATALOGUE,
      breakers: memoryBreakerStore(),
      budget: createBudgetGate(deps, { dailyLimitMicroUsd: 1_000_000_000 }),
      ledger: createLedger(deps),
      now: deps.now,
      wait: systemWait,
    }),
    targetsOf: async () => [
      { provider: "anthropic", model: "claude-haiku-4-5", credentials: { apiKey: "test", baseUrl } },
    ],
    tools: createToolRegistry([...BUILTIN_TOOLS, ...ENGINE_TOOLS]),
    sandbox: createOpenShell({ toolFolders: [] }),
    environment: { os: "test" },
    deltas: { write: () => undefined },
    onBug: (error) => {
      throw error;
    },
  });
}

type Wire = { readonly url: string; readonly bodies: readonly string[]; close(): void };

/** What stands before the provider and keeps the bodies of its calls as they were sent. */
async function openWire(providerUrl: string): Promise<Wire> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      if (request.url?.startsWith("/v1/messages") === true && !request.url.includes("count_tokens"))
        bodies.push(body.toString());
      const onward = forward(`${providerUrl}${request.url}`, { method: request.method, headers: request.headers });
      onward.on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
