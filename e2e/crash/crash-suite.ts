import type { FleetDoorbell } from "@cadre/testkit";
import { atEveryPoint, atSeededMoments, BY_LEASE, type Scenario, UNDISTURBED } from "./scenarios.ts";
import { openStage, type PlayedStory, playStory, type Stage, unfinishedTasks } from "./stage.ts";

export type SuiteOptions = {
  readonly doorbell: FleetDoorbell;
  /** `off`: commands run unconfined, since the story has them approved. */
  readonly sandbox: "auto" | "off";
  readonly seed: number;
  /** Which third of the model and tool calls is killed at; three doorbells see all. `CADRE_CRASH_POINTS=all` shows each one all. */
  readonly third: number;
  readonly more?: readonly Scenario[];
  /** Sets of processes that share the scenarios, side by side; 1 unless set. Where hints are lost, stories mostly wait. */
  readonly stages?: number;
};

type Row = PlayedStory & { readonly name: string; readonly atLeast: number };

/**
 * Plays the story through every scenario, one after the other on the same processes, and returns what went wrong.
 * `CADRE_CRASH_ONLY` plays only scenarios with that text in their name.
 */
export async function runCrashSuite(options: SuiteOptions): Promise<string[]> {
  const { doorbell, sandbox, seed, third, more = [], stages = 1 } = options;
  const thirds = process.env.CADRE_CRASH_POINTS === "all" ? [0, 1, 2] : [third];
  const others = [...atEveryPoint(thirds), ...BY_LEASE, ...more];
  const playPart = async (part: number): Promise<string[]> => {
    const stage = await openStage({ doorbell, sandbox, executors: 1 });
    try {
      const { seconds, status } = await playStory(stage, UNDISTURBED.disturb);
      if (status !== "completed")
        return [`The story is ${status} without any disturbance.`, ...(await unfinishedTasks(stage))];
      const modelCalls = stage.models.calls();
      const pace = { modelCalls, gapMs: (seconds * 1_000) / modelCalls };
      const all = [UNDISTURBED, ...atSeededMoments(seed, pace), ...others];
      const wanted = all.filter(({ name }) => name.includes(process.env.CADRE_CRASH_ONLY ?? ""));
      const title = `Crash suite, ${doorbell.kind}, stage ${part + 1} of ${stages}`;
      return await playScenarios(
        stage,
        wanted.filter((_, at) => at % stages === part),
        title,
      );
    } finally {
      await stage.close();
    }
  };
  return (await Promise.all(Array.from({ length: stages }, (_, part) => playPart(part)))).flat();
}

/** Plays scenarios on a stage up to one that does not end, prints the table, and returns what went wrong. */
export async function playScenarios(stage: Stage, scenarios: readonly Scenario[], title: string): Promise<string[]> {
  const rows: Row[] = [];
  const known = new Set<string>();
  try {
    for (const scenario of scenarios) {
      const row = await playScenario(stage, scenario);
      // Histories contain those of earlier stories, with their faults.
      rows.push({ ...row, faults: row.faults.filter((fault) => !known.has(fault)) });
      for (const fault of row.faults) known.add(fault);
      if (row.status !== "completed") break;
    }
  } finally {
    console.log(tableOf(title, rows));
  }
  const unplayed = scenarios.slice(rows.length).map(({ name }) => `${name}: not played.`);
  const unfinished = await unfinishedTasks(stage);
  return [...new Set([...rows.flatMap(faultsOf), ...unfinished, ...unplayed, ...stage.fleet.accidents])];
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
