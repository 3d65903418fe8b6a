import { CATALOGUE, costOf } from "@cadre/llm-router";
import { NO_USAGE } from "@cadre/domain";
import type { Benchmark, Finding } from "../../benchmark.ts";
import type { Bench } from "../../rig/bench.ts";
import { type AgentDesk, DESK_MODEL, type DeskRequest, openAgentDesk } from "../../rig/context/agent-desk.ts";
import {
  accountOf,
  AS_SENT,
  type CacheAccount,
  DYNAMIC_IN_SYSTEM,
  pricePerToken,
  type TimedRequest,
  WITHOUT_MARKS,
} from "../../rig/context/cache-account.ts";
import { randomNumbers } from "../../rig/context/random.ts";

const MIN_TOKENS = 4_096;
const CHARS_PER_TOKEN = 3.6;
const MICRO_PER_USD = 1_000_000;
const SEED = 5;

/** How an agent works: how long it waits between calls, what it says and how much it looks up. */
type Work = {
  readonly name: string;
  readonly steps: number;
  /** A person writes before every so many steps; 0: never. */
  readonly saysEvery: number;
  readonly resultTokens: number;
  readonly hasPauses: boolean;
  readonly maxLookups: number;
  /** Work that proves nothing unless its history was compacted on the way. */
  readonly mustCompact: boolean;
};

const SESSION: Work = {
  name: "300 turns",
  steps: 300,
  saysEvery: 0,
  resultTokens: 1_500,
  hasPauses: true,
  maxLookups: 24,
  mustCompact: false,
};
const TASK: Work = {
  name: "a task of 40 steps",
  steps: 40,
  saysEvery: 0,
  resultTokens: 1_500,
  hasPauses: false,
  maxLookups: 1,
  mustCompact: false,
};
const CHAT: Work = {
  name: "30 turns with a person",
  steps: 90,
  saysEvery: 3,
  resultTokens: 6_000,
  hasPauses: true,
  maxLookups: 4,
  mustCompact: true,
};

/** Three kinds of work through the real engine, whose situation changes all the time, and what the provider's cache makes of it. */
export const cacheReuse: Benchmark = {
  id: "PERF-C1",
  group: "context",
  what: "what the cache gives, of what was sent before and is alive",
  async run(bench) {
    const findings: Finding[] = [];
    for (const work of [SESSION, TASK, CHAT]) findings.push(...findingsOf(work, await done(bench, work)));
    return findings;
  },
};

type Done = {
  readonly requests: readonly TimedRequest[];
  readonly spentMicroUsd: number;
  readonly cacheReadTokens: number;
  readonly compactions: number;
};

/** Works through a session: waits between 5 and 40 seconds, sometimes longer than the cache lives, and looks up one thing or many. */
async function done(bench: Bench, work: Work): Promise<Done> {
  const next = randomNumbers(SEED);
  const chosen = { lookups: [] as string[], text: "" };
  const desk = await openAgentDesk(bench, {
    reply: () => chosen,
    found: (what) => words(next, 120 + work.resultTokens * next() ** 3, what),
  });
  const requests: TimedRequest[] = [];
  let seconds = 0;
  for (let step = 0; step < work.steps; step += 1) {
    seconds += work.hasPauses && next() < 0.03 ? 400 : 5 + next() * 35;
    const many = next() < 0.06 ? 24 : next() < 0.2 ? 4 : 1;
    chosen.lookups = Array.from({ length: Math.min(many, work.maxLookups) }, (_, nth) => `record ${step}.${nth}`);
    chosen.text = words(next, 60 + next() * 200, `Step ${step}.`);
    if (work.saysEvery > 0 && step > 0 && step % work.saysEvery === 0)
      await desk.say(words(next, 40, `Now part ${step}.`));
    if (step % 7 === 3) await desk.changeBoard();
    if (step % 50 === 49) desk.restart();
    const sent = await desk.stepAt(seconds);
    const atMs = seconds * 1_000;
    requests.push(...sent.map((request: DeskRequest) => ({ ...request, atMs })));
  }
  return { requests, ...(await costs(desk)) };
}

async function costs(desk: AgentDesk): Promise<Omit<Done, "requests">> {
  return {
    spentMicroUsd: await desk.spentMicroUsd(),
    cacheReadTokens: await desk.cacheReadTokens(),
    compactions: await desk.compactions(),
  };
}

function words(next: () => number, tokens: number, first: string): string {
  const all = [first];
  let chars = first.length;
  while (chars < tokens * CHARS_PER_TOKEN) {
    const word = Math.floor(next() * 36 ** 5).toString(36);
    all.push(word);
    chars += word.length + 1;
  }
  return all.join(" ");
}

function findingsOf(work: Work, { requests, spentMicroUsd, cacheReadTokens, compactions }: Done): Finding[] {
  if (work.mustCompact && compactions === 0) throw new Error(`${work.name}: nothing was compacted.`);
  const main = requests.filter(({ isMain }) => isMain);
  const ours = accountOf(main, AS_SENT, MIN_TOKENS);
  if (ours.read !== cacheReadTokens) {
    throw new Error(`The provider reported ${cacheReadTokens} tokens as read from its cache; we make it ${ours.read}.`);
  }
  const inSystem = accountOf(main, DYNAMIC_IN_SYSTEM, MIN_TOKENS);
  const none = accountOf(main, WITHOUT_MARKS, MIN_TOKENS);
  const perCall = Math.round(ours.tokens / ours.calls);
  const notes = [
    `${work.name}: ${ours.calls} calls of ${perCall} tokens on average, ${compactions} compactions, ${(spentMicroUsd / MICRO_PER_USD).toFixed(2)} USD by the ledger, replies and summaries included.`,
    `${work.name}, input alone: ${usd(ours)} USD; tier 3 in the system prompt ${usd(inSystem)} USD; without a cache ${usd(none)} USD.`,
  ];
  const reuse = (account: CacheAccount): number => (100 * account.read) / account.ideal;
  return [
    {
      what: `${work.name}: reuse, of what is ideal`,
      ours: { name: "as sent", unit: "%", values: [reuse(ours)] },
      peer: { name: "tier 3 in the system prompt", unit: "%", values: [reuse(inSystem)] },
      figure: reuse(ours),
      unit: "%",
      target: { better: "higher", floor: 85, goal: 95, moonshot: 98 },
      notes,
    },
    {
      id: "PERF-C3",
      what: `${work.name}: calls whose tools and stable tiers are those of their epoch`,
      ours: { name: "as sent", unit: "%", values: [stableShare(main)] },
      figure: stableShare(main),
      unit: "%",
      target: { better: "higher", floor: 100, goal: 100, moonshot: 100 },
      notes: ["The agent's process is another one after every 50th step, and its board changes every 7th."],
    },
    {
      id: "PERF-C2",
      what: `${work.name}: price of an input token, uncached = 1`,
      ours: { name: "as sent", unit: "", values: [pricePerToken(ours)] },
      peer: { name: "tier 3 in the system prompt", unit: "", values: [pricePerToken(inSystem)] },
      figure: pricePerToken(ours),
      unit: "",
      target: { better: "lower", floor: 0.4, goal: 0.25, moonshot: 0.2 },
    },
  ];
}

/** An epoch may begin with other bytes; each call must then begin as the one before it did. A compaction ends an epoch. */
function stableShare(requests: readonly DeskRequest[]): number {
  const prefixes = requests.map(({ blocks, toolBlocks, systemBlocks }) =>
    blocks
      .slice(0, toolBlocks + systemBlocks)
      .map(({ content }) => content)
      .join("\n"),
  );
  const same = prefixes.filter((prefix, at) => at === 0 || prefix === prefixes[at - 1]).length;
  return (100 * same) / prefixes.length;
}

/** What the prompts cost at the model's own prices. */
function usd({ read, written, fresh }: CacheAccount): string {
  const price = CATALOGUE.priceOf(DESK_MODEL, new Date());
  if (price === undefined) throw new Error("The model has no price.");
  const usage = { ...NO_USAGE, inputTokens: fresh, cacheReadTokens: read, cacheWriteTokens: written };
  return (costOf(usage, price) / MICRO_PER_USD).toFixed(2);
}
