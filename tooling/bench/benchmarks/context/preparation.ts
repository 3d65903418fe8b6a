import {
  compactionEntry,
  createHistoryMemory,
  entryTokens,
  loadExactCounter,
  planCompaction,
  prepareHistory,
  type PreparationOptions,
  readHistory,
  type StoredTokens,
  type TokenCounter,
} from "@cadre/core";
import type { SessionEntry } from "@cadre/domain";
import { Tokenizer } from "ai-tokenizer";
import * as o200k from "ai-tokenizer/encoding/o200k_base";
import type { Benchmark, Finding, Side } from "../../benchmark.ts";
import { median } from "../../judge/statistics.ts";
import { longSessions, textsOf } from "../../rig/context/long-session.ts";
import { cpuMicros, interleave } from "../../rig/interleave.ts";

const MESSAGES = 10_000;
const SMALL = 1_000;
const LARGE = 100_000;
const LIMIT_TOKENS = 150_000;
const CAP_CHARS = 18_750;
const APPENDS = 50;
const WARM_UPS = 30;
/** A round of something short is the middle of several goes. */
const GOES = 9;
const MICROS_PER_MS = 1_000;

type Options = PreparationOptions & { readonly stored?: StoredTokens | undefined };

/** A session with counts of its entries, made when they were appended; each round prepares it as if nothing else were known. */
export const preparedWarm: Benchmark = {
  id: "PERF-P6",
  group: "context",
  what: "preparing 10,000 messages with stored counts",
  async run(bench) {
    const { sessions, countPass, options } = await rig();
    const entries = sessions.session(MESSAGES, "");
    const stored = countedFor(entries, options.count);
    const texts = textsOf(entries);
    const prepare = (): void => prepared(entries, { ...options, stored });
    for (let nth = 0; nth < WARM_UPS; nth += 1) prepare();
    const ms = await interleave(bench.rounds, {
      ours: () => middleOf(GOES, prepare),
      peer: () => cpuMs(() => countPass(texts)),
    });
    return [
      againstPass(preparedWarm.what, ms, { floor: 0.3, goal: 0.05, moonshot: 0.01 }),
      await growth("preparing, for each message", {
        options,
        prepare: prepared,
        sizes: [SMALL, LARGE],
        goes: 5,
      }),
      await growth("a compaction from the log to its entry, for each message", {
        options,
        prepare: compacted,
        sizes: [SMALL, LARGE],
        goes: 1,
      }),
    ];
  },
};

export const preparedAfterAppend: Benchmark = {
  id: "PERF-P7",
  group: "context",
  what: "preparing 10,000 messages after one was appended",
  async run(bench) {
    const { sessions, countPass, options } = await rig();
    const texts = textsOf(sessions.session(MESSAGES, ""));
    const appends = (messages: number, name: string): (() => Promise<number>) => {
      const entries = sessions.session(messages + APPENDS, name);
      const stored = countedFor(entries, () => MESSAGE_TOKENS);
      return () => meanAppend(entries, { ...options, stored });
    };
    const ms = await interleave(bench.rounds, {
      ours: appends(MESSAGES, "a"),
      small: appends(SMALL, "b"),
      large: appends(LARGE, "c"),
      peer: () => cpuMs(() => countPass(texts)),
    });
    return [
      againstPass(preparedAfterAppend.what, ms, { floor: 0.05, goal: 0.005, moonshot: 0.001 }),
      grown("the same, 100,000 messages against 1,000", ms, 1),
    ];
  },
};

export const preparedCold: Benchmark = {
  id: "PERF-P8",
  group: "context",
  what: "preparing 10,000 messages whose counts nobody knows",
  async run(bench) {
    const { sessions, countPass, options } = await rig();
    let made = 0;
    const fresh = (): readonly SessionEntry[] => sessions.session(MESSAGES, `cold ${(made += 1)} `);
    const ms = await interleave(bench.rounds, {
      ours: () => {
        const entries = fresh();
        return cpuMs(() => prepared(entries, options));
      },
      peer: () => {
        const texts = textsOf(fresh());
        return cpuMs(() => countPass(texts));
      },
    });
    return [againstPass(preparedCold.what, ms, { floor: 1.5, goal: 1.1, moonshot: 0.2 })];
  },
};

/** About what the messages of these sessions count; which number stands there costs nothing. */
const MESSAGE_TOKENS = 200;
const SEED = 7;

async function rig() {
  const tokenizer = new Tokenizer(o200k);
  const countPass = (texts: readonly string[]): void => {
    let tokens = 0;
    for (const text of texts) tokens += tokenizer.count(text);
    if (tokens === 0) throw new Error("Nothing was counted.");
  };
  const count = await loadExactCounter("o200k_base");
  const options: Options = { limitTokens: LIMIT_TOKENS, capChars: CAP_CHARS, count, hasResultTool: true };
  return { sessions: longSessions(SEED), countPass, options };
}

function countedFor(entries: readonly SessionEntry[], count: TokenCounter): StoredTokens {
  return new Map(
    entries.flatMap(({ id, payload }) => {
      const tokens = entryTokens(payload, count);
      return tokens === undefined ? [] : [[id, tokens] as const];
    }),
  );
}

function prepared(entries: readonly SessionEntry[], options: Options, read = readHistory): void {
  const result = prepareHistory(read(entries, options), options);
  if (!result.fits || result.report.trimmed === undefined) throw new Error("The session should fit when it is cut.");
}

/** All that a compaction is without a model: what is cut, what is kept of it, and the entry. */
function compacted(entries: readonly SessionEntry[], { count, stored }: Options): void {
  const plan = planCompaction(entries, {
    policy: { kind: "ladder" },
    limitTokens: LIMIT_TOKENS,
    messageCapChars: CAP_CHARS,
    hasResultTool: true,
    countTokens: count,
    storedTokens: stored,
  });
  if (plan === undefined || compactionEntry(plan) === undefined) throw new Error("A compaction should be due.");
}

/** Of one preparation after each append, all of a session that is known up to there. */
async function meanAppend(entries: readonly SessionEntry[], options: Options): Promise<number> {
  const memory = createHistoryMemory();
  const branches = Array.from({ length: APPENDS + 1 }, (_, more) => entries.slice(0, entries.length - APPENDS + more));
  const [first = [], ...rest] = branches;
  prepared(first, options, memory);
  const all = await cpuMs(() => {
    for (const branch of rest) prepared(branch, options, memory);
  });
  return all / APPENDS;
}

async function cpuMs(work: () => void): Promise<number> {
  return (await cpuMicros(async () => work())) / MICROS_PER_MS;
}

async function middleOf(goes: number, work: () => void): Promise<number> {
  const all: number[] = [];
  for (let nth = 0; nth < goes; nth += 1) all.push(await cpuMs(work));
  return median(all);
}

type Levels = { readonly floor: number; readonly goal: number; readonly moonshot: number };

function againstPass(
  what: string,
  ms: { readonly ours: readonly number[]; readonly peer: readonly number[] },
  levels: Levels,
): Finding {
  return {
    what,
    ours: side("our preparation", ms.ours),
    peer: side("one exact count pass, ai-tokenizer", ms.peer),
    figure: median(ms.ours) / median(ms.peer),
    unit: "x",
    target: { better: "lower", ...levels },
    notes: ["About 8 MB of papers, code and results; CPU time of the process, collection of garbage included."],
  };
}

type Growth = {
  readonly options: Options;
  readonly prepare: (entries: readonly SessionEntry[], options: Options) => void;
  readonly sizes: readonly [small: number, large: number];
  /** A round of the longer session is the middle of so many. */
  readonly goes: number;
};

/** What a message costs in a long session against a short one: 1 is linear, the ratio of the sizes is quadratic. */
async function growth(what: string, { options, prepare, sizes: [small, large], goes }: Growth): Promise<Finding> {
  const sessions = longSessions(SEED);
  const measure = (messages: number, times: number): (() => Promise<number>) => {
    const entries = sessions.session(messages, "");
    const given = { ...options, stored: countedFor(entries, () => MESSAGE_TOKENS) };
    return () => middleOf(times, () => prepare(entries, given));
  };
  const ms = await interleave(2, { small: measure(small, GOES), large: measure(large, goes) });
  return grown(`${what}: ${large} messages against ${small}`, ms, large / small);
}

type Lengths = { readonly large: readonly number[]; readonly small: readonly number[] };

function grown(what: string, { large, small }: Lengths, times: number): Finding {
  return {
    what,
    ours: side("the longer session", large),
    peer: side("the shorter session", small),
    figure: median(large) / median(small) / times,
    unit: "x",
    target: { better: "lower", floor: 10, moonshot: 2 },
    notes: [
      "Growth: what a message costs in the longer session against the shorter one; 1 is linear, and the ratio of their lengths would be quadratic.",
    ],
  };
}

function side(name: string, values: readonly number[]): Side {
  return { name, unit: "ms", values };
}
