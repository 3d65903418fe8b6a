import { readEnv, stopWithSignals } from "@cadre/server-kit";
import { TaskExecutorEnv } from "./env.ts";
import { startTaskExecutor } from "./start-task-executor.ts";

stopWithSignals(await startTaskExecutor(readEnv(TaskExecutorEnv, process.env)));
