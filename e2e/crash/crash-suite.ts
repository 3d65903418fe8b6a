import type { FleetDoorbell } from "@cadre/testkit";
import { atEveryPoint, atSeededMoments, BY_LEASE, type Scenario, UNDISTURBED } from "./scenarios.ts";
import { openStage, type PlayedStory, playStory, type Stage, unfinishedTasks } from "./stage.ts";

export type SuiteOptions = {
  readonly doorbell: FleetDoorbell;
  readonly seed: number;
  /** Which third of the model and tool calls is killed at; three doorbells see all. `CADRE_CRASH_POINTS=all` shows each one all. */
  readonly third: number;
  readonly more?: readonly Scenario[];
};

type Row = PlayedStory & { readonly name: string; readonly atLeast: number };

/**
 * Plays the story through every scenario, one after the other on the same processes, prints the table, and returns what went wrong.
 * It stops at a story that does not end.
 */
export async function runCrashSuite({ doorbell, seed, third, more = [] }: SuiteOptions): Promise<string[]> {
  const stage = await openStage({ doorbell, executors: 1 });
  const rows: Row[] = [];
  try {
    const base = await playScenario(stage, UNDISTURBED);
    rows.push(base);
    const thirds = process.env.CADRE_CRASH_POINTS === "all" ? [0, 1, 2] : [third];
    const scenarios = [...atSeededMoments(seed, base.seconds * 1_000), ...atEveryPoint(thirds), ...BY_LEASE, ...more];
    for (const scenario of scenarios) {
      if (rows.at(-1)?.status === "completed") rows.push(await playScenario(stage, scenario));
    }
    const unplayed = scenarios.slice(rows.length - 1).map(({ name }) => `${name}: not played.`);
    const unfinished = await unfinishedTasks(stage);
    return [...new Set([...rows.flatMap(faultsOf), ...unfinished, ...unplayed, ...stage.fleet.accidents])];
  } finally {
    console.log(tableOf(`Crash suite, ${doorbell.kind}`, rows));
    await stage.close();
  }
}

async function playScenario(stage: Stage, scenario: Scenario): Promise<Row> {
  const { name, disturb, atLeast, executors = 1, giveBack = "at-once" } = scenario;
  await stage.fleet.change({ executors, giveBack });
  return { name, atLeast, ...(await playStory(stage, disturb)) };
}

function faultsOf({ name, status, faults, disturbances, atLeast }: Row): string[] {
  return [
    ...(status === "completed" ? [] : [`${name}: the story is ${status}.`]),
    ...(disturbances < atLeast ? [`${name}: only ${disturbances} of ${atLeast} disturbances.`] : []),
    ...faults.map((fault) => `${name}: ${fault}`),
  ];
}

function tableOf(title: string, rows: readonly Row[]): string {
  const line = (name: string, numbers: readonly [string, string], result: string): string =>
    `${name.padEnd(52)} ${numbers[0].padStart(5)} ${numbers[1].padStart(7)}  ${result}`;
  const lines = rows.map(({ name, disturbances, seconds, status, faults, doubledEffects }) => {
    const found = faults.length === 0 ? "" : `, ${faults.length} faults`;
    const doubled = doubledEffects === 0 ? "" : `, ${doubledEffects} effects twice after a look`;
    return line(name, [String(disturbances), seconds.toFixed(1)], `${status}${found}${doubled}`);
  });
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return [
    title,
    line("scenario", ["times", "seconds"], "result"),
    ...lines,
    line("together", [String(sum((row) => row.disturbances)), sum((row) => row.seconds).toFixed(1)], ""),
  ].join("\n");
}
