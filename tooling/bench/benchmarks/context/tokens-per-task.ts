import { estimateTokens } from "@cadre/simulator";
import type { Benchmark } from "../../benchmark.ts";
import type { Bench } from "../../rig/bench.ts";
import { type DeskOptions, openAgentDesk } from "../../rig/context/agent-desk.ts";
import { randomNumbers } from "../../rig/context/random.ts";

const STEPS = 150;
/** Results that flood a session: listings of which one line in ten pages matters. */
const RESULT_CHARS = 12_000;
const FINDS_EVERY = 10;
const SEED = 11;
/** Holds all of it, so that nothing has to be left out. */
const LARGE_MODEL = "claude-sonnet-5";

/** A task whose tools say too much, done by the product as it is and by the same engine with a window that never needs compacting. */
export const tokensPerTask: Benchmark = {
  id: "PERF-C4",
  group: "context",
  what: "tokens sent for a task with noisy tools, against the same without compaction",
  async run(bench) {
    const ours = await taskOf(bench, {});
    const peer = await taskOf(bench, {
      model: LARGE_MODEL,
      compaction: { compactsSessions: false, compactAboveMessages: "off", recoversFromOverflow: false },
    });
    const isSame = ours.known.length === ours.planted && peer.known.length === peer.planted;
    return [
      {
        what: tokensPerTask.what,
        ours: { name: "as it is", unit: "ktok", values: [ours.tokens / 1_000] },
        peer: { name: "without compaction", unit: "ktok", values: [peer.tokens / 1_000] },
        // A task that forgot what it found has no price.
        figure: isSame ? ours.tokens / peer.tokens : Number.NaN,
        unit: "x",
        target: { better: "lower", floor: 0.6, goal: 0.35, moonshot: 0.2 },
        notes: [
          `${STEPS} steps with results of ${RESULT_CHARS} characters; of ${ours.planted} references found on the way ${ours.known.length} stand in the last call with compaction and ${peer.known.length} without.`,
          `${ours.compactions} compactions; their own calls are counted.`,
        ],
      },
    ];
  },
};

async function taskOf(bench: Bench, settings: Pick<DeskOptions, "model" | "compaction">) {
  const next = randomNumbers(SEED);
  const found: string[] = [];
  let step = 0;
  const desk = await openAgentDesk(bench, {
    ...settings,
    reply: () => {
      const [newest] = found.slice(-1);
      const isNews = newest !== undefined && step % FINDS_EVERY === 1;
      return {
        text: isNews ? `Found ${newest}; it must go into the report.` : "I look on.",
        lookups: [`page ${step}`],
      };
    },
    found: () => {
      const lines: string[] = [];
      for (let chars = 0; chars < RESULT_CHARS; chars += 60) lines.push(noise(next));
      if (step % FINDS_EVERY === 0) {
        found.push(`ORD-${10_000 + Math.floor(next() * 90_000)}`);
        lines.splice(40, 0, `reference ${found.at(-1)}`);
      }
      return lines.join("\n");
    },
  });
  let tokens = 0;
  let last = "";
  for (; step < STEPS; step += 1) {
    for (const { blocks } of await desk.stepAt(step * 20)) {
      // The larger model's tokens are shorter: both sides are counted alike.
      tokens += blocks.reduce((sum, { content }) => sum + estimateTokens(content, 1), 0);
      last = blocks.map(({ content }) => content).join("\n");
    }
  }
  const spoken = found.slice(0, -1);
  return {
    tokens,
    planted: spoken.length,
    known: spoken.filter((reference) => last.includes(reference)),
    compactions: await desk.compactions(),
  };
}

function noise(next: () => number): string {
  return Array.from({ length: 10 }, () => Math.floor(next() * 36 ** 5).toString(36)).join(" ");
}
