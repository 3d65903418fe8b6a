import { type CompactionOptions, compactionEntry, planCompaction, project } from "@cadre/core";
import type { SessionEntry } from "@cadre/domain";
import { textOf } from "@cadre/domain";
import type { Benchmark } from "../../benchmark.ts";
import { type Planted, plantedSession } from "../../rig/context/planted-session.ts";

const SESSIONS = 5;
const OPTIONS: CompactionOptions = {
  policy: { kind: "ladder" },
  limitTokens: 24_000,
  messageCapChars: 2_000,
  hasResultTool: true,
};

type Recall = { readonly work: number; readonly exact: number; readonly flips: number; readonly share: number };

/** Sessions nobody has seen are compacted to a tenth: what of their open work and exact words is still there, and what came back to life. */
export const compactionRecall: Benchmark = {
  id: "PERF-Q1",
  group: "context",
  what: "what a compaction to a tenth keeps",
  run: async () => {
    const seed = Date.now() % 1_000_000;
    const sessions = Array.from({ length: SESSIONS }, (_, nth) => plantedSession(seed + nth));
    const ours = sessions.map((planted) => recallOf(planted, compacted(planted.entries)));
    const peer = sessions.map((planted, at) => recallOf(planted, truncated(planted.entries, ours[at]?.share ?? 0)));
    const worst = (values: readonly number[]): number => Math.min(...values);
    const finding = (
      what: string,
      of: (recall: Recall) => number,
      levels: { floor: number; goal: number; moonshot: number },
    ) => ({
      what,
      ours: { name: "compaction by rule", unit: "", values: ours.map(of) },
      peer: { name: "the newest part alone, as long", unit: "", values: peer.map(of) },
      figure: worst(ours.map(of)),
      unit: "",
      target: { better: "higher", ...levels } as const,
    });
    return [
      {
        ...finding("open work that is still named", ({ work }) => work, { floor: 1, goal: 1, moonshot: 1 }),
        notes: [`Seeds ${seed} to ${seed + SESSIONS - 1}; the worst of ${SESSIONS} sessions counts; no model helps.`],
      },
      finding("paths, ids, addresses and error lines that are still there", ({ exact }) => exact, {
        floor: 0.95,
        goal: 0.99,
        moonshot: 1,
      }),
      {
        what: "ended work that is said to be open",
        ours: { name: "compaction by rule", unit: "", values: ours.map(({ flips }) => flips) },
        figure: Math.max(...ours.map(({ flips }) => flips)),
        unit: "flips",
        target: { better: "lower", floor: 0, goal: 0, moonshot: 0 },
      },
      {
        what: "size of what is left",
        ours: { name: "compaction by rule", unit: "", values: ours.map(({ share }) => share) },
        figure: Math.max(...ours.map(({ share }) => share)),
        unit: "of before",
        target: { better: "lower", floor: 0.1 },
      },
    ];
  },
};

type Left = { readonly text: string; readonly open: readonly string[]; readonly share: number };

function compacted(entries: readonly SessionEntry[]): Left {
  const plan = planCompaction(entries, OPTIONS);
  const entry = plan === undefined ? undefined : compactionEntry(plan);
  if (plan === undefined || entry === undefined) throw new Error("A compaction should be due.");
  const log = [...entries, { id: "ent_compaction", parentId: entries.at(-1)?.id ?? null, payload: entry }];
  const text = textOfSession(log);
  return { text, open: plan.state.open, share: plan.tokensAfter / plan.tokensBefore };
}

/** The newest part of the session, with as large a share of its characters. */
function truncated(entries: readonly SessionEntry[], share: number): Left {
  const text = textOfSession(entries);
  return { text: text.slice(-Math.floor(text.length * share)), open: [], share };
}

function textOfSession(entries: readonly SessionEntry[]): string {
  return project(entries, { hasResultTool: true })
    .map((message) => (message.role === "tool" ? message.content.map(({ text }) => text).join("\n") : textOf(message)))
    .join("\n");
}

/** What a line on a chore says in whatever tense: "We must still measure order-123." is about "measure order-123". */
function wordsOfChore(chore: string): string {
  return chore.replace("We must still ", "").replace(/\.$/, "").toLowerCase();
}

function recallOf({ pending, ended, artifacts }: Planted, { text, open, share }: Left): Recall {
  const found = (wanted: readonly string[]): number =>
    wanted.filter((each) => text.includes(each)).length / wanted.length;
  return {
    work: found(pending),
    exact: found(artifacts),
    flips: open.filter((line) => ended.some((chore) => line.toLowerCase().includes(wordsOfChore(chore)))).length,
    share,
  };
}
