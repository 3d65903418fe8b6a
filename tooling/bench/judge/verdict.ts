import type { Target } from "../benchmark.ts";

export type Level = "moonshot" | "goal" | "floor" | "none";

export type Verdict = {
  readonly floor: "ok" | "FAIL" | "none";
  /** The highest level that is reached. */
  readonly reached: Level;
  /** How far the goal is, in words. */
  readonly goal: string;
};

/** Judges a figure. A figure that is no number reaches nothing. */
export function judge(figure: number, target: Target): Verdict {
  const holds = (level: number | undefined): boolean => level !== undefined && reaches(figure, level, target.better);
  const levels = ["moonshot", "goal", "floor"] as const;
  return {
    floor: target.floor === undefined ? "none" : holds(target.floor) ? "ok" : "FAIL",
    reached: levels.find((level) => holds(target[level])) ?? "none",
    goal: distance(figure, target),
  };
}

function reaches(figure: number, level: number, better: Target["better"]): boolean {
  return better === "lower" ? figure <= level : figure >= level;
}

function distance(figure: number, { better, goal }: Target): string {
  if (goal === undefined) return "no goal";
  if (reaches(figure, goal, better)) return "reached";
  if (!Number.isFinite(figure)) return "not measured";
  const times = better === "lower" ? figure / goal : goal / figure;
  return Number.isFinite(times) ? `${times.toFixed(2)} x away` : "far away";
}
