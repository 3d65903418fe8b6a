export { TaskExecutorEnv } from "./env.ts";
export { startTaskExecutor } from "./start-task-executor.ts";
