import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Benchmark, Finding } from "./benchmark.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { jsonReport, type Judged, judged, type Skipped, tableReport } from "./judge/report.ts";
import { missingNeed } from "./rig/needs.ts";

const ROUNDS = "3";
const ONE_BENCHMARK = join(import.meta.dirname, "programs/one-benchmark.ts");
const INTERRUPTED = 130;

/**
 * `npm run bench [-- --json] [--rounds 5] [P3 R5 context …]`: measures our code against peers and limits of the same run. Exit code 1 when a
 * floor does not hold.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: ROUNDS } },
  allowPositionals: true,
});

const begun = performance.now();
const loadBefore = loadavg();
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
let child: ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    child?.once("exit", () => process.exit(INTERRUPTED));
    if (child?.kill(signal) !== true) process.exit(INTERRUPTED);
  });
}
const rows: Judged[] = [];
const skipped: Skipped[] = [];
for (const benchmark of wanted(positionals)) {
  const reason = missingNeed(benchmark.needs ?? []);
  if (reason === undefined) rows.push(...(await measure(benchmark)));
  else skipped.push({ id: benchmark.id, what: benchmark.what, reason });
}
const report = { rows, skipped, seconds: Math.round((performance.now() - begun) / 1_000), loadBefore };
process.stdout.write(`${values.json ? jsonReport(report) : tableReport(report)}\n`);
process.exitCode = rows.some(({ verdict }) => verdict.floor === "FAIL") ? 1 : 0;

/** The benchmarks named on the command line (`P3`, `perf-p3`, `context`), in the order of the list; all of them when none is. */
function wanted(names: readonly string[]): readonly Benchmark[] {
  const isNamed = ({ id, group }: Benchmark, name: string): boolean =>
    id === `PERF-${name.toUpperCase().replace(/^PERF-/, "")}` || group === name.toLowerCase();
  const unknown = names.find((name) => !BENCHMARKS.some((benchmark) => isNamed(benchmark, name)));
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark ${unknown}. There are: ${BENCHMARKS.map(({ id }) => id).join(", ")}.`);
  }
  return names.length === 0 ? BENCHMARKS : BENCHMARKS.filter((each) => names.some((name) => isNamed(each, name)));
}

/**
 * Measures in a process with servers of its own, so that no figure depends on what was measured before it: on the other's heap, compiled
 * code, dead rows or unwritten pages.
 */
async function measure(benchmark: Benchmark): Promise<Judged[]> {
  const started = performance.now();
  tell(`${benchmark.id}  ${benchmark.what} …`);
  child = fork(ONE_BENCHMARK, [benchmark.id, values.rounds]);
  let findings: readonly Finding[] | undefined;
  child.once("message", (message: { readonly findings: readonly Finding[] }) => ({ findings } = message));
  const [code] = await once(child, "exit");
  if (code !== 0 || findings === undefined)
    throw new Error(`${benchmark.id} could not be measured; its process says why above.`);
  tell(`${benchmark.id}  ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return findings.map((finding) => judged(finding.id ?? benchmark.id, finding));
}
