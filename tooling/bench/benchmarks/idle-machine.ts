import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { apiClient } from "../../demo/api-client.ts";
import { startThrowAwayMachine } from "../../demo/throw-away-machine.ts";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { commandOf, cpuMicrosOf, processTree, pssBytes } from "../rig/process-tree.ts";

const SETTLE_MS = 8_000;
const WATCH_MS = 30_000;
const LOOKS = 3;
const MB = 1_000_000;

/** What the whole product costs a machine on which nothing happens: every process, its Postgres included. */
export const idleMachine: Benchmark = {
  id: "PERF-P17",
  what: "idle standalone product",
  needs: ["linux"],
  async run(bench) {
    const machine = await startThrowAwayMachine({ CADRE_LOG_LEVEL: "warn" });
    bench.defer(machine.end);
    await apiClient(machine.url).post("/setup", {
      token: machine.setupToken,
      name: "Bench Owner",
      email: "owner@example.com",
      password: crypto.randomUUID(),
    });
    await pause(SETTLE_MS);
    const megabytes: number[] = [];
    const cores: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const [before, begun] = [cpuOf(machine.pid), performance.now()];
      await pause(WATCH_MS / LOOKS);
      cores.push(((cpuOf(machine.pid) - before) / 1_000 / (performance.now() - begun)) * 100);
      megabytes.push(sum(processTree(machine.pid).map(pssBytes)) / MB);
    }
    const biggest = processTree(machine.pid)
      .map((pid) => ({ name: nameOf(pid), megabytes: pssBytes(pid) / MB }))
      .sort((a, b) => b.megabytes - a.megabytes)
      .slice(0, 5);
    return [
      {
        what: `${idleMachine.what}: memory (summed PSS)`,
        ours: { name: "processes", unit: "MB", values: megabytes },
        figure: median(megabytes),
        unit: "MB",
        target: { better: "lower", floor: 700, goal: 500, moonshot: 350 },
        notes: [`Largest: ${biggest.map(({ name, megabytes: size }) => `${name} ${size.toFixed(0)} MB`).join(", ")}.`],
      },
      {
        what: `${idleMachine.what}: CPU over ${WATCH_MS / 1_000} s`,
        ours: { name: "processes", unit: "% of a core", values: cores },
        figure: median(cores),
        unit: "%",
        target: { better: "lower", floor: 3, goal: 1 },
      },
    ];
  },
};

function cpuOf(root: number): number {
  return sum(processTree(root).map(cpuMicrosOf));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function nameOf(pid: number): string {
  const command = commandOf(pid);
  const file = command.split(" ").find((part) => /(main|postgres)(\.js)?$/.test(part)) ?? command.slice(0, 30);
  return command.startsWith("postgres:")
    ? command.slice(0, 40)
    : `${basename(file)} of ${file.split("/").at(-3) ?? ""}`;
}
