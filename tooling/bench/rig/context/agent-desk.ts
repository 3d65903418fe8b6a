import type { EntryPayload } from "@cadre/domain";
import {
  type ClaimedRun,
  claimRun,
  type CompactionSettings,
  createBudgetGate,
  createLedger,
  createTask,
  createTurnStep,
  ENGINE_TOOLS,
  type EngineToolContext,
  registerWorker,
  type SpendAccount,
  type Step,
  transact,
} from "@cadre/engine";
import {
  CATALOGUE,
  createProviders,
  createRouter,
  memoryBreakerStore,
  systemIdleWatch,
  systemWait,
} from "@cadre/llm-router";
import type { Now } from "@cadre/shared";
import {
  type CacheBlock,
  createProviderSimulator,
  type PolicyBlock,
  promptBlocks,
  readMessagesRequest,
  SIMULATED_MODELS,
} from "@cadre/simulator";
import {
  BUILTIN_TOOLS,
  createOpenShell,
  createToolRegistry,
  defineTool,
  type Tool,
  toolText,
} from "@cadre/tool-selector";
import { z } from "zod";
import type { Bench } from "../bench.ts";
import { type Company, openCompany } from "../company.ts";

/** A model of 200,000 tokens with the vendor's cache rules and prices. */
export const DESK_MODEL = { provider: "anthropic", model: "claude-haiku-4-5" } as const;
const NO_LIMIT_MICRO_USD = 1_000_000_000_000;
const SUMMARY = "The lookups went on as planned; nothing was left undone.";

/** A request as the provider read it. */
export type DeskRequest = {
  readonly blocks: readonly CacheBlock[];
  readonly toolBlocks: number;
  readonly systemBlocks: number;
  /** A call of the agent itself, not one that asks for a summary. */
  readonly isMain: boolean;
};

export type DeskOptions = {
  /** The model's next reply: words, and what it looks up. */
  readonly reply: () => { readonly text: string; readonly lookups: readonly string[] };
  /** What a lookup answers. */
  readonly found: (what: string) => string;
  /** The vendor's model; unset: the one with 200,000 tokens. */
  readonly model?: string;
  /** A provider elsewhere that decides on its own what it answers; its requests are not told. */
  readonly providerUrl?: string;
  /** Unset: the product's own way. */
  readonly compaction?: CompactionSettings;
};

/** One agent at one task: the real engine, router and provider code over HTTP to the simulator, on a clock that the benchmark sets. */
export type AgentDesk = {
  readonly company: Company;
  /** Known from the first step on. */
  sessionId(): Promise<string>;
  /** The agent's process is another one from now on. */
  restart(): void;
  /** Makes one step at this moment and answers the requests it sent. */
  stepAt(seconds: number): Promise<readonly DeskRequest[]>;
  /** Another task stands on the agent's board from now on. */
  changeBoard(): Promise<void>;
  /** A person writes into the session. */
  say(text: string): Promise<void>;
  /** What the ledger says the calls cost, in micro-dollars. */
  spentMicroUsd(): Promise<number>;
  /** What it says was read from the cache by the agent's own calls, in tokens. */
  cacheReadTokens(): Promise<number>;
  /** How often the session was compacted. */
  compactions(): Promise<number>;
};

export async function openAgentDesk(bench: Bench, options: DeskOptions): Promise<AgentDesk> {
  const company = await openCompany(bench, { agents: 1 });
  const startMs = Date.now();
  let atMs = startMs;
  const now = (): Date => new Date(atMs);
  const simulator = createProviderSimulator({
    now,
    pace: 0,
    policy: ({ tools }) => ({
      blocks: tools.length === 0 ? [{ type: "text", text: SUMMARY }] : blocksOf(options.reply()),
    }),
  });
  const baseUrl = options.providerUrl ?? (await simulator.listen());
  bench.defer(() => simulator.close());
  const bugs: unknown[] = [];
  const start = (): Step => agentProcess({ company, options, now, baseUrl, onBug: (error) => bugs.push(error) });
  let step = start();
  const claim = await claimedTask(company);
  const signal = new AbortController().signal;
  return {
    company,
    sessionId: () => sessionOf(company, claim),
    restart: () => void (step = start()),
    async stepAt(seconds) {
      atMs = startMs + seconds * 1_000;
      const before = simulator.requests.total;
      const end = await step(claim, signal);
      if (bugs.length > 0) throw new Error("A tool threw.", { cause: bugs[0] });
      if (end.kind !== "continue") throw new Error(`The task should go on: ${JSON.stringify(end)}`);
      const sent = simulator.requests.total - before;
      return (sent === 0 ? [] : simulator.requests.all().slice(-sent))
        .filter(({ path }) => path === "/v1/messages")
        .map(({ body }) => deskRequest(body));
    },
    async changeBoard() {
      await createTask(company.deps, company.owner, newTask(company, `Later work at ${atMs}`));
    },
    async say(text) {
      const sessionId = await sessionOf(company, claim);
      const payload: EntryPayload = { kind: "user-message", v: 1, content: [{ type: "text", text }] };
      await transact(company.deps, company.owner, (tx) => tx.sessions.append(sessionId, payload, undefined));
    },
    spentMicroUsd: () => numberOf(company, "sum(cost_micros) from model_calls"),
    cacheReadTokens: () => numberOf(company, "sum(cache_read_tokens) from model_calls where purpose = 'main'"),
    compactions: () => numberOf(company, "count(*) from session_entries where kind = 'compaction'"),
  };
}

type Place = {
  readonly company: Company;
  readonly options: DeskOptions;
  readonly now: Now;
  readonly baseUrl: string;
  readonly onBug: (error: unknown) => void;
};

/** The step of agent work as an executor makes it when it starts. */
function agentProcess({ company, options, now, baseUrl, onBug }: Place): Step {
  const deps = { ...company.deps, now };
  return createTurnStep({
    ...deps,
    ...(options.compaction !== undefined && { compaction: options.compaction }),
    router: createRouter<SpendAccount>({
      providers: createProviders({ now, catalogue: CATALOGUE, startIdleWatch: systemIdleWatch }),
      catalogue: CATALOGUE,
      breakers: memoryBreakerStore(),
      budget: createBudgetGate(deps, { dailyLimitMicroUsd: NO_LIMIT_MICRO_USD }),
      ledger: createLedger(deps),
      now,
      wait: systemWait,
    }),
    targetsOf: async () => [
      { ...DESK_MODEL, model: options.model ?? DESK_MODEL.model, credentials: { apiKey: "bench", baseUrl } },
    ],
    tools: createToolRegistry<EngineToolContext>([...BUILTIN_TOOLS, ...ENGINE_TOOLS, lookupTool(options.found)]),
    sandbox: createOpenShell({ toolFolders: [] }),
    environment: { os: "bench" },
    deltas: { write: () => undefined },
    onBug,
  });
}

async function sessionOf({ database }: Company, { runId }: ClaimedRun): Promise<string> {
  const [row] = await database.query<{ id: string }>("select session_id as id from runs where id = $1", [runId]);
  return row?.id ?? "";
}

async function numberOf({ database }: Company, figure: string): Promise<number> {
  const [row] = await database.query<{ figure: string | null }>(`select (select ${figure})::text as figure`);
  return Number(row?.figure ?? 0);
}

function blocksOf({ text, lookups }: ReturnType<DeskOptions["reply"]>): PolicyBlock[] {
  return [
    { type: "text", text },
    ...lookups.map((what) => ({ type: "call", name: "lookup", input: { what } }) as const),
  ];
}

function lookupTool(found: (what: string) => string): Tool<EngineToolContext> {
  return defineTool<EngineToolContext>()({
    name: "lookup",
    category: "Other",
    description: "Looks a record up.",
    parameters: z.object({ what: z.string() }),
    effect: "read",
    run: async ({ what }) => toolText(found(what)),
  });
}

function newTask({ agentIds: [assigneeId = ""], projectIds: [projectId = ""], owner }: Company, title: string) {
  const people = { assigneeId, reviewerKind: "person", reviewerId: owner.id } as const;
  return { projectId, title, description: "Look up what is asked for, one record after the other.", ...people };
}

async function claimedTask(company: Company): Promise<ClaimedRun> {
  const { deps, owner, database } = company;
  const task = await createTask(deps, owner, newTask(company, "Keep looking things up"));
  const workerId = await registerWorker(deps, { kind: "bench", host: "bench", pid: process.pid, version: 1 });
  const [run] = await database.query<{ id: string }>("select id from runs where task_id = $1", [task.id]);
  const claim = await claimRun(deps, { hintRunId: run?.id ?? "", workerId, version: 1 });
  if (claim === undefined) throw new Error("The run of the benchmark could not be claimed.");
  return claim;
}

function deskRequest(body: unknown): DeskRequest {
  const request = readMessagesRequest(body);
  const model = SIMULATED_MODELS.find(({ id }) => id === request.model);
  if (model === undefined) throw new Error(`The simulator does not play ${request.model}.`);
  return {
    blocks: promptBlocks(request, model),
    toolBlocks: request.tools.length,
    systemBlocks: request.system.length,
    isMain: request.tools.length > 0,
  };
}
