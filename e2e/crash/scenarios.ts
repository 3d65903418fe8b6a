import {
  each,
  killsAtCommits,
  killsAtModelCalls,
  killsAtMoments,
  type Pace,
  type Share,
  suspendsAtCommits,
  undisturbed,
} from "./disturbances.ts";
import type { Disturbance } from "./stage.ts";

/** One story, and what is done to it. */
export type Scenario = {
  readonly name: string;
  readonly disturb: Disturbance;
  /** The scenario proves nothing with fewer disturbances. */
  readonly atLeast: number;
  readonly executors?: number;
  readonly giveBack?: "at-once" | "by-lease";
};

/** Longer than a lease. */
const SUSPEND_MS = 15_000;

/** Calls are killed in thirds: more than four losses at one step would be poison. */
const THIRDS = 3;
const ALL: Share = { every: 1, from: 0 };

/** What an undisturbed story takes, and what the processes need to warm up. */
export const UNDISTURBED: Scenario = { name: "undisturbed", disturb: undisturbed, atLeast: 0 };

/**
 * Twenty moments of a story of this pace, four to a story: a step that loses five workers would be poison. Three stories have one
 * executor, two have two.
 */
export function atSeededMoments(seed: number, pace: Pace): Scenario[] {
  return [1, 1, 1, 2, 2].map((executors, at) => ({
    name: `kill -9 at 4 seeded moments, ${executors === 1 ? "one executor" : "two executors"}`,
    disturb: killsAtMoments({ seed: seed + at, kills: 4, pace }),
    atLeast: 4,
    executors,
  }));
}

/**
 * Kills before and after model calls, tool calls, submits and verdicts. A write that is under way when its writer dies happens or
 * not: a start that happens is a call without an effect, an end that does not is an effect without a result.
 */
export function atEveryPoint(thirds: readonly number[]): Scenario[] {
  const executors = 2;
  const inThirds = thirds.flatMap((third): Scenario[] => {
    const share: Share = { every: THIRDS, from: third };
    const name = (what: string): string => `kill -9 ${what}, third ${third + 1}`;
    return [
      { name: name("before model calls"), disturb: killsAtModelCalls("onRequest", share), atLeast: 10, executors },
      { name: name("after model calls"), disturb: killsAtModelCalls("onAnswer", share), atLeast: 10, executors },
      {
        name: name("before tool calls"),
        disturb: killsAtCommits([{ point: "call-start", then: "happens", share }]),
        atLeast: 15,
        executors,
      },
      {
        name: name("after tool calls"),
        disturb: killsAtCommits([{ point: "call-end", then: "is-undone", share }]),
        atLeast: 15,
        executors,
      },
    ];
  });
  return [
    ...inThirds,
    {
      name: "kill -9 before each submit and verdict",
      disturb: killsAtCommits([
        { point: "submit", then: "is-undone", share: ALL },
        { point: "verdict", then: "is-undone", share: ALL },
      ]),
      atLeast: 8,
      executors,
    },
    {
      name: "kill -9 after each submit and verdict",
      disturb: killsAtCommits([
        { point: "submit", then: "happens", share: ALL },
        { point: "verdict", then: "happens", share: ALL },
      ]),
      atLeast: 8,
      executors,
    },
    {
      name: "kill -9 between claims and replies",
      disturb: killsAtCommits([
        { point: "claim", then: "happens", share: { every: 5, from: 1 } },
        { point: "reply", then: "happens", share: { every: 9, from: 3 } },
      ]),
      atLeast: 5,
      executors,
    },
  ];
}

/** Nobody sees that the worker is gone: its lease has to run out. */
export const BY_LEASE: readonly Scenario[] = [
  {
    name: "kill -9, claims come back by lease",
    disturb: killsAtCommits([{ point: "effect-start", then: "happens", share: { every: 1_000, from: 0 } }]),
    atLeast: 1,
    executors: 2,
    giveBack: "by-lease",
  },
  {
    name: "SIGSTOP 15 s in a model call and before an effect",
    disturb: suspendsAtCommits(
      [
        { point: "model-reserve", nth: 12 },
        { point: "effect-start", nth: 1 },
      ],
      SUSPEND_MS,
    ),
    atLeast: 2,
    executors: 2,
    giveBack: "by-lease",
  },
];

/** Empties Redis again and again while the story runs. */
export function flushing(flush: () => Promise<void>): Scenario {
  return { name: "Redis is emptied twice a second", disturb: each({ ms: 500, atMost: 1_000 }, flush), atLeast: 2 };
}
