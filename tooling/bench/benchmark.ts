import type { Bench } from "./rig/bench.ts";

/** What a figure has to reach. A missing level asks for nothing. */
export type Target = {
  readonly better: "lower" | "higher";
  /** Blocks a release. */
  readonly floor?: number;
  /** What we aim to show. */
  readonly goal?: number;
  /** Would be unmatched. */
  readonly moonshot?: number;
};

/** One side of a comparison: every round's value. */
export type Side = { readonly name: string; readonly unit: string; readonly values: readonly number[] };

/** One figure that is judged: a ratio of two sides, or a count or size of our own. */
export type Finding = {
  /** Where the figure is another goal's than its benchmark's. */
  readonly id?: string;
  readonly what: string;
  readonly ours: Side;
  /** The peer or the physical limit of the same run. */
  readonly peer?: Side;
  readonly figure: number;
  /** Of the figure: `x` for a ratio. */
  readonly unit: string;
  readonly target: Target;
  /** What a reader must know to read the figure, one sentence each. */
  readonly notes?: readonly string[];
};

/** `redis`: any; `redis-server`: one of our own that may be flushed and stopped. */
export type Need = "redis" | "redis-server" | "linux";

/** One goal of the performance anchors: ours and a peer, interleaved in one run. */
export type Benchmark = {
  /** As tests and papers name it, for example `PERF-P3`. */
  readonly id: string;
  readonly what: string;
  /** A word that asks for several benchmarks together. */
  readonly group?: "context";
  readonly needs?: readonly Need[];
  readonly run: (bench: Bench) => Promise<readonly Finding[]>;
};
