import { join } from "node:path";
import { entryTokens, loadExactCounter } from "@cadre/core";
import { type ModelRequest, storedText, userText } from "@cadre/domain";
import { loadSession } from "@cadre/engine";
import { CATALOGUE, createProviders, systemIdleWatch } from "@cadre/llm-router";
import { RUN_LIMITS } from "@cadre/shared";
import type { Benchmark } from "../../benchmark.ts";
import { startChild } from "../../rig/child.ts";
import { type AgentDesk, DESK_MODEL, openAgentDesk } from "../../rig/context/agent-desk.ts";
import { longSessions } from "../../rig/context/long-session.ts";
import { watchLoop } from "../../rig/loop-delay.ts";

const PROVIDER = join(import.meta.dirname, "../../programs/streaming-provider.ts");
const ENTRIES = 10_000;
const STREAMS = 50;
/** About 60 tokens a second in each stream. */
const EVENT_MS = "100";
const SEED = 7;
const SHOWN = 8;

/** An executor with fifty streams under way loads a session of 10,000 entries and compacts it, and does not stop listening meanwhile. */
export const compactionDelay: Benchmark = {
  id: "PERF-R7",
  group: "context",
  what: "delay of the event loop, p99, with 50 streams and a compaction of 10,000 entries",
  async run(bench) {
    const provider = startChild(bench, PROVIDER, { BENCH_EVENT_MS: EVENT_MS });
    const { url } = await provider.message<{ url: string }>("ready");
    const desk = await openAgentDesk(bench, {
      reply: nothing,
      found: (what) => `Nothing on ${what}.`,
      providerUrl: url,
    });
    await desk.stepAt(0);
    await fill(desk);
    desk.restart();
    const streams = startStreams(url);
    const delayed = watchLoop();
    const begun = performance.now();
    await desk.stepAt(60);
    const seconds = (performance.now() - begun) / 1_000;
    const { p99, longest, own } = delayed();
    const [ownLongest = 0] = own;
    const events = await streams.stop();
    if ((await desk.compactions()) === 0) throw new Error("The session should have been compacted.");
    const { organizationId } = desk.company.owner;
    const loaded = await loadSession(desk.company.deps, { id: await desk.sessionId(), organizationId });
    return [
      {
        what: compactionDelay.what,
        ours: { name: "executor", unit: "ms", values: [p99] },
        peer: { name: "a lease is renewed every", unit: "ms", values: [RUN_LIMITS.leaseRenewMs] },
        figure: p99,
        unit: "ms",
        target: { better: "lower", floor: RUN_LIMITS.leaseRenewMs / 10, goal: 50, moonshot: 20 },
        notes: [
          `The step took ${seconds.toFixed(1)} s; ${events} events of streams arrived; the longest delay was ${longest.toFixed(0)} ms.`,
          `The longest stretches of the executor's own work, in ms of its thread's CPU: ${own.slice(0, SHOWN).map(Math.round).join(", ")}.`,
        ],
      },
      {
        what: "the longest stretch of the executor's own work in it, by its thread's CPU time",
        ours: { name: "executor", unit: "ms", values: [ownLongest] },
        figure: ownLongest,
        unit: "ms",
        target: { better: "lower", floor: RUN_LIMITS.leaseRenewMs / 10, goal: 50, moonshot: 20 },
        notes: ["What of the delay is not the executor's own work is of those who share the machine."],
      },
      {
        what: "rows read to go on with a session of 10,000 entries that was compacted",
        ours: { name: "rows", unit: "", values: [loaded.length] },
        peer: { name: "entries in its log", unit: "", values: [ENTRIES] },
        figure: loaded.length / ENTRIES,
        unit: "of all",
        target: { better: "lower", floor: 0.1, goal: 0.05 },
      },
    ];
  },
};

function nothing(): { readonly text: string; readonly lookups: readonly string[] } {
  return { text: "", lookups: [] };
}

/** Puts a long history before what the session has, with its counts, as if it had been written step by step. */
async function fill({ company, sessionId }: AgentDesk): Promise<void> {
  const id = await sessionId();
  const count = await loadExactCounter("o200k_base");
  const [head] = await company.database.query<{ seq: number; entry: string }>(
    "select next_seq - 1 as seq, head_entry_id as entry from sessions where id = $1",
    [id],
  );
  if (head === undefined) throw new Error("The session is not there.");
  const entries = longSessions(SEED)
    .session(ENTRIES + 1, "r7")
    .slice(1);
  await company.database.query(
    `insert into session_entries (id, session_id, seq, organization_id, parent_id, kind, v, payload, tokens)
     select row.id, $1, $2 + row.nth, $3, row.parent_id, row.kind, 1, row.payload, row.tokens
     from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::int[]) with ordinality
       as row(id, parent_id, kind, payload, tokens, nth)`,
    [
      id,
      head.seq,
      company.owner.organizationId,
      entries.map((entry) => entry.id),
      entries.map((entry, at) => (at === 0 ? head.entry : entry.parentId)),
      entries.map(({ payload }) => payload.kind),
      entries.map(({ payload }) => storedText(payload)),
      entries.map(({ payload }) => entryTokens(payload, count) ?? null),
    ],
  );
  await company.database.query("update sessions set next_seq = next_seq + $2, head_entry_id = $3 where id = $1", [
    id,
    entries.length,
    entries.at(-1)?.id ?? null,
  ]);
}

/** Fifty replies at once, each followed by the next, read by the product's own provider code. */
function startStreams(baseUrl: string): { stop(): Promise<number> } {
  const provider = createProviders({
    now: () => new Date(),
    catalogue: CATALOGUE,
    startIdleWatch: systemIdleWatch,
  }).get(DESK_MODEL.provider);
  if (provider === undefined) throw new Error("The provider is not there.");
  const stopping = new AbortController();
  let events = 0;
  const request: ModelRequest = {
    model: DESK_MODEL,
    system: [{ tier: 1, text: "stream", cached: false }],
    tools: [],
    toolsCached: false,
    messages: [userText("Go on.")],
    cachedMessages: [],
    tail: "",
  };
  const options = { signal: stopping.signal, credentials: { apiKey: "bench", baseUrl } };
  const stream = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for await (const { type } of provider.stream(request, options)) if (type !== "end") events += 1;
    }
  };
  const all = Promise.all(Array.from({ length: STREAMS }, stream));
  return {
    async stop() {
      stopping.abort();
      await all;
      return events;
    },
  };
}
