import type { Benchmark } from "./benchmark.ts";
import { appendCpu } from "./benchmarks/append-cpu.ts";
import { createTaskCpu } from "./benchmarks/create-task-cpu.ts";
import { idleMachine } from "./benchmarks/idle-machine.ts";
import { lostWorker } from "./benchmarks/lost-worker.ts";
import { noOpTaskRate } from "./benchmarks/no-op-task-rate.ts";
import { cacheReuse } from "./benchmarks/context/cache-reuse.ts";
import { preparedAfterAppend, preparedCold, preparedWarm } from "./benchmarks/context/preparation.ts";
import { compactionDelay } from "./benchmarks/context/compaction-delay.ts";
import { compactionRecall } from "./benchmarks/context/compaction-recall.ts";
import { tokenEstimates } from "./benchmarks/context/token-estimates.ts";
import { tokensPerTask } from "./benchmarks/context/tokens-per-task.ts";
import { postgresRestarted } from "./benchmarks/postgres-restarted.ts";
import { redisDown } from "./benchmarks/redis-down.ts";
import { redisFlushed } from "./benchmarks/redis-flushed.ts";
import { requestCpu } from "./benchmarks/request-cpu.ts";
import { streamCpu } from "./benchmarks/stream-cpu.ts";
import { streamLatency } from "./benchmarks/stream-latency.ts";
import { taskCommits } from "./benchmarks/task-commits.ts";
import { taskLatency } from "./benchmarks/task-latency.ts";
import { taskThroughput } from "./benchmarks/task-throughput.ts";

/** Every benchmark, in the order of the anchors. Adding one is its file and one line here. */
export const BENCHMARKS: readonly Benchmark[] = [
  requestCpu,
  createTaskCpu,
  taskThroughput,
  taskCommits,
  noOpTaskRate,
  taskLatency,
  streamCpu,
  streamLatency,
  preparedWarm,
  preparedAfterAppend,
  preparedCold,
  cacheReuse,
  tokensPerTask,
  compactionRecall,
  tokenEstimates,
  compactionDelay,
  appendCpu,
  idleMachine,
  lostWorker,
  redisFlushed,
  redisDown,
  postgresRestarted,
];
