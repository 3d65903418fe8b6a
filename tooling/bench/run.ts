import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Benchmark } from "./benchmark.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { jsonReport, type Judged, judged, type Skipped, tableReport } from "./judge/report.ts";
import { benchServices } from "./rig/bench.ts";
import { missingNeed } from "./rig/needs.ts";

const ROUNDS = "3";
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
const services = benchServices({ rounds: Number.parseInt(values.rounds, 10), tell });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void services.end().finally(() => process.exit(INTERRUPTED)));
}
const rows: Judged[] = [];
const skipped: Skipped[] = [];
try {
  for (const benchmark of wanted(positionals)) {
    const reason = missingNeed(benchmark.needs ?? []);
    if (reason === undefined) rows.push(...(await measure(benchmark)));
    else skipped.push({ id: benchmark.id, what: benchmark.what, reason });
  }
} finally {
  await services.end();
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

async function measure(benchmark: Benchmark): Promise<Judged[]> {
  const started = performance.now();
  tell(`${benchmark.id}  ${benchmark.what} …`);
  const findings = await services.use((bench) => benchmark.run(bench));
  tell(`${benchmark.id}  ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return findings.map((finding) => judged(finding.id ?? benchmark.id, finding));
}
