import { arch, cpus, loadavg } from "node:os";
import type { Finding, Side } from "../benchmark.ts";
import { median, spread } from "./statistics.ts";
import { judge, type Verdict } from "./verdict.ts";

export type Judged = { readonly id: string; readonly finding: Finding; readonly verdict: Verdict };
export type Skipped = { readonly id: string; readonly what: string; readonly reason: string };

export type Report = {
  readonly rows: readonly Judged[];
  readonly skipped: readonly Skipped[];
  readonly seconds: number;
  readonly loadBefore: readonly number[];
};

export function judged(id: string, finding: Finding): Judged {
  return { id, finding, verdict: judge(finding.figure, finding.target) };
}

/** The report for programs: everything, with the values of each round. */
export function jsonReport(report: Report): string {
  const rows = report.rows.map(({ id, finding, verdict }) => ({
    id,
    what: finding.what,
    ours: side(finding.ours),
    peer: finding.peer === undefined ? null : side(finding.peer),
    figure: rounded(finding.figure),
    unit: finding.unit,
    target: finding.target,
    floor: verdict.floor,
    reached: verdict.reached,
    goal: verdict.goal,
    notes: finding.notes ?? [],
  }));
  return JSON.stringify({ machine: machine(report), seconds: report.seconds, rows, skipped: report.skipped }, null, 2);
}

function side({ name, unit, values }: Side): object {
  return { name, unit, median: rounded(median(values)), spread: rounded(spread(values)), values: values.map(rounded) };
}

function machine({ loadBefore }: Report): object {
  return { node: process.versions.node, arch: arch(), cpus: cpus().length, loadBefore, loadAfter: loadavg() };
}

/** The report for people: one line for each figure, its notes below. */
export function tableReport(report: Report): string {
  const head = ["id", "what", "ours", "peer or limit", "figure", "floor", "goal", "moonshot", "verdict", "goal is"];
  const lines = report.rows.map(({ id, finding, verdict }) => [
    id,
    finding.what,
    sideText(finding.ours),
    finding.peer === undefined ? "" : sideText(finding.peer),
    `${short(finding.figure)} ${finding.unit}`,
    ...(["floor", "goal", "moonshot"] as const).map((level) => targetText(finding, level)),
    verdict.floor,
    verdict.reached === "moonshot" ? "reached, and the moonshot" : verdict.goal,
  ]);
  const skipped = report.skipped.map(({ id, what, reason }) => `skipped  ${id}  ${what}: ${reason}`);
  const notes = report.rows.flatMap(({ id, finding }) => (finding.notes ?? []).map((note) => `${id}: ${note}`));
  const load = `load ${report.loadBefore.map(short).join(" ")} before, ${loadavg().map(short).join(" ")} after`;
  return [...table([head, ...lines]), ...skipped, "", ...new Set(notes), "", `${report.seconds} s, ${load}`].join("\n");
}

function sideText({ name, unit, values }: Side): string {
  const apart = values.length > 1 ? ` ±${Math.round((spread(values) / 2) * 100)}%` : "";
  return `${name}: ${short(median(values))} ${unit}${apart}`;
}

function targetText({ target }: Finding, level: "floor" | "goal" | "moonshot"): string {
  const value = target[level];
  return value === undefined ? "" : `${target.better === "lower" ? "≤" : "≥"} ${value}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function rounded(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(5)) : null;
}
