import { calibratedCounter, encodingOf, loadExactCounter, type UsageReport } from "@cadre/core";
import { Tokenizer } from "ai-tokenizer";
import * as claude from "ai-tokenizer/encoding/claude";
import * as o200k from "ai-tokenizer/encoding/o200k_base";
import type { Benchmark, Finding } from "../../benchmark.ts";
import { median } from "../../judge/statistics.ts";
import { messageTexts } from "../../rig/context/corpus.ts";

const REQUESTS = 60;
const MESSAGES_IN_REQUEST = 24;
const MEAN_CHARS = 800;
const CALIBRATING_REPLIES = 3;

/** What we say that requests count against what an independent tokenizer says: exact for OpenAI, calibrated by three replies for Claude. */
export const tokenEstimates: Benchmark = {
  id: "PERF-Q3",
  group: "context",
  what: "error of token counts",
  async run() {
    const seed = Date.now() % 1_000_000;
    const texts = messageTexts(seed, MEAN_CHARS);
    const requests = Array.from({ length: REQUESTS }, (_, nth) =>
      texts.slice(nth * MESSAGES_IN_REQUEST, (nth + 1) * MESSAGES_IN_REQUEST),
    );
    const base = await loadExactCounter(encodingOf("gpt-5") ?? "o200k_base");
    const openAi = new Tokenizer(o200k);
    const anthropic = new Tokenizer(claude);
    const truth = requests.map((request) => sum(request, (text) => anthropic.count(text)));
    const reports: UsageReport[] = requests
      .slice(0, CALIBRATING_REPLIES)
      .map((request, at) => ({ countedTokens: sum(request, base), reportedTokens: truth[at] ?? 0 }));
    const calibrated = calibratedCounter(reports, base);
    const errors = (count: (text: string) => number, wanted: (at: number) => number): readonly number[] =>
      requests.map((request, at) => (100 * Math.abs(sum(request, count) - wanted(at))) / wanted(at));
    const exact = errors(base, (at) => sum(requests[at] ?? [], (text) => openAi.count(text)));
    const claudeErrors = errors(calibrated, (at) => truth[at] ?? 0).slice(CALIBRATING_REPLIES);
    const notes = [`Seed ${seed}: ${REQUESTS} requests of ${MESSAGES_IN_REQUEST} messages.`];
    return [
      finding("OpenAI, worst request", {
        values: exact,
        figure: Math.max(...exact),
        levels: { floor: 1, goal: 0, moonshot: 0 },
        notes,
      }),
      finding("Claude after three replies, mean of requests", {
        values: claudeErrors,
        figure: claudeErrors.reduce((total, each) => total + each, 0) / claudeErrors.length,
        levels: { floor: 10, goal: 3, moonshot: 1 },
        notes: [
          `The truth for Claude is the vocabulary its vendor published in 2023, which we do not count with; worst request ${Math.max(...claudeErrors).toFixed(1)} %, median ${median(claudeErrors).toFixed(1)} %.`,
        ],
      }),
    ];
  },
};

type Errors = {
  readonly values: readonly number[];
  readonly figure: number;
  readonly levels: { readonly floor: number; readonly goal: number; readonly moonshot: number };
  readonly notes: readonly string[];
};

function finding(what: string, { values, figure, levels, notes }: Errors): Finding {
  const ours = { name: "error", unit: "%", values };
  return {
    what: `error of token counts: ${what}`,
    ours,
    figure,
    unit: "%",
    target: { better: "lower", ...levels },
    notes,
  };
}

function sum(texts: readonly string[], count: (text: string) => number): number {
  return texts.reduce((tokens, text) => tokens + count(text), 0);
}
