import { BENCHMARKS } from "../benchmarks.ts";
import { benchServices } from "../rig/bench.ts";

/** `one-benchmark.ts <id> <rounds>`: measures one benchmark and posts its findings to the parent. */
const [id, rounds] = process.argv.slice(2);
const benchmark = BENCHMARKS.find((each) => each.id === id);
if (benchmark === undefined) throw new Error(`There is no benchmark ${id}.`);

const INTERRUPTED = 130;
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const services = benchServices({ rounds: Number(rounds), tell });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void services.end().finally(() => process.exit(INTERRUPTED)));
}
try {
  const findings = await services.use((bench) => benchmark.run(bench));
  process.send?.({ findings });
} finally {
  await services.end();
}
process.disconnect();
