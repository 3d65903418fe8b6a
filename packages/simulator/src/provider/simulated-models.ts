import { SIMULATOR_LIMITS } from "@cadre/shared";

export type ThinkingType = "adaptive" | "between_tools" | "disabled" | "enabled";

/** What the simulator knows of a model: its sizes and what it refuses. */
export type SimulatedModel = {
  readonly id: string;
  readonly displayName: string;
  readonly line: "haiku" | "sonnet" | "opus" | "fable" | null;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  /** Shorter prefixes are silently not cached. Assumed where the vendor does not say (the 5.1, 5.2 and 5.5 models). */
  readonly minCacheTokens: number;
  readonly tokenFactor: number;
  readonly acceptsSampling: boolean;
  readonly acceptsForcedTools: boolean;
  readonly acceptsPrefill: boolean;
  /** Text before a tool call comes back as a thinking block, empty unless `display` is `summarized`. */
  readonly hidesProgress: boolean;
  readonly thinking: readonly ThinkingType[];
};

const LARGE = { contextTokens: 1_000_000, maxOutputTokens: 128_000, tokenFactor: SIMULATOR_LIMITS.newTokeniserFactor };

const STRICT = {
  ...LARGE,
  acceptsSampling: false,
  acceptsForcedTools: false,
  acceptsPrefill: false,
  hidesProgress: true,
  thinking: ["adaptive"],
} as const;

const NO_SAMPLING = {
  ...LARGE,
  acceptsSampling: false,
  acceptsForcedTools: true,
  acceptsPrefill: true,
  hidesProgress: false,
  thinking: ["adaptive", "disabled"],
} as const;

const PERMISSIVE = {
  tokenFactor: 1,
  acceptsSampling: true,
  acceptsForcedTools: true,
  acceptsPrefill: true,
  hidesProgress: false,
} as const;

export const SIMULATED_WORKER_MODEL = "simulated-worker-1";

/** The models the simulator plays, as of 29 November 2026. Ids match exactly; there is no prefix matching. */
export const SIMULATED_MODELS: readonly SimulatedModel[] = [
  {
    ...PERMISSIVE,
    id: SIMULATED_WORKER_MODEL,
    displayName: "Simulated worker",
    line: null,
    contextTokens: 200_000,
    maxOutputTokens: 32_000,
    minCacheTokens: 1_024,
    thinking: ["disabled"],
  },
  { ...STRICT, id: "claude-fable-5-2", displayName: "Claude Fable 5.2", line: "fable", minCacheTokens: 512 },
  { ...STRICT, id: "claude-fable-5-1", displayName: "Claude Fable 5.1", line: "fable", minCacheTokens: 512 },
  { ...STRICT, id: "claude-opus-5-5", displayName: "Claude Opus 5.5", line: "opus", minCacheTokens: 512 },
  { ...NO_SAMPLING, id: "claude-opus-5", displayName: "Claude Opus 5", line: "opus", minCacheTokens: 512 },
  {
    ...STRICT,
    id: "claude-sonnet-5-5",
    displayName: "Claude Sonnet 5.5",
    line: "sonnet",
    minCacheTokens: 1_024,
    thinking: ["adaptive", "between_tools", "disabled"],
  },
  { ...NO_SAMPLING, id: "claude-sonnet-5", displayName: "Claude Sonnet 5", line: "sonnet", minCacheTokens: 1_024 },
  { ...NO_SAMPLING, id: "claude-haiku-5-5", displayName: "Claude Haiku 5.5", line: "haiku", minCacheTokens: 1_024 },
  {
    ...PERMISSIVE,
    id: "claude-haiku-4-5",
    displayName: "Claude Haiku 4.5",
    line: "haiku",
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    minCacheTokens: 4_096,
    thinking: ["disabled", "enabled"],
  },
];
