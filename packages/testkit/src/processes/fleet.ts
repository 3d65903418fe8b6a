import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import type { EngineDeps } from "@cadre/engine";
import { deafDoorbell } from "../doorbells/deaf-doorbell.ts";
import { eventually } from "../eventually.ts";
import { type Program, PROGRAMS, startProgram } from "./program.ts";

/** How hints travel between the processes. A deaf one drops, doubles and reorders them, the same way for the same seed. */
export type FleetDoorbell =
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "postgres" }
  | { readonly kind: "deaf"; readonly seed: number };

export type FleetOptions = {
  readonly databaseUrl: string;
  readonly home: string;
  readonly simulatorUrl: string;
  readonly doorbell: FleetDoorbell;
  readonly executors: number;
  readonly sandbox?: "auto" | "off";
  /** Variables of the processes beside these, or in their place. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** How the claims of a dead executor come back: its supervisor gives them back at once, or its lease runs out. */
export type GiveBack = "at-once" | "by-lease";

/** Executors and one heartbeat worker as processes of their own, each started again when it dies. */
export type Fleet = {
  /** The engine in the test's process, ringing as the processes do. */
  readonly deps: EngineDeps;
  /** The executors that run now, the oldest first. */
  executors(): readonly Program[];
  /** Kills the executor with that process number, or the oldest one, and waits for its end. Returns its number. */
  kill(pid?: number): Promise<number>;
  /** Changes how many executors there are and how claims come back; `at-once` at first. */
  change(to: { readonly executors?: number; readonly giveBack?: GiveBack }): Promise<void>;
  /** Resolves when as many executors as there should be are ready. */
  allReady(): Promise<void>;
  /** How executors ended by themselves so far, with the last lines they printed: none should. */
  readonly accidents: readonly string[];
  stop(): Promise<void>;
};

/** Starting takes seconds on a loaded machine, and many on a slow one. */
const START_MS = 180_000;

const DEAF_PRELOAD = fileURLToPath(new URL("./deaf-preload.ts", import.meta.url));

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const own = await composeOwn(options);
  const heartbeat = startProgram({ file: PROGRAMS.heartbeatWorker, ...surroundings(options, 0) });
  const state: State = { options, own, heartbeat, slots: [], accidents: [], starts: 0, giveBack: "at-once" };
  for (let number = 0; number < options.executors; number += 1) keepExecutor(state, number);
  await allReady(state);
  return {
    deps: own.deps,
    executors: () => state.slots.filter((program) => program.isAlive()),
    kill: (pid) => kill(state, pid),
    change: (to) => change(state, to),
    allReady: () => allReady(state),
    accidents: state.accidents,
    async stop() {
      await change(state, { executors: 0 });
      await heartbeat.stop();
      await own.close();
    },
  };
}

type Own = { readonly deps: EngineDeps; close(): Promise<void> };

type State = {
  readonly options: FleetOptions;
  readonly own: Own;
  readonly heartbeat: Program;
  readonly slots: Program[];
  readonly accidents: string[];
  starts: number;
  giveBack: GiveBack;
};

async function composeOwn(options: FleetOptions): Promise<Own> {
  // Loaded here, so that tests of other packages do not load the servers with testkit.
  const { compose, createLogger } = await import("@cadre/server-kit");
  const { doorbell } = options;
  const composition = compose({
    name: "test",
    databaseUrl: options.databaseUrl,
    maxConnections: 4,
    redisUrl: doorbell.kind === "redis" ? doorbell.url : undefined,
    home: options.home,
    log: createLogger("test", "silent"),
  });
  const deps =
    doorbell.kind === "deaf"
      ? { ...composition.deps, doorbell: deafDoorbell(composition.deps.doorbell, { seed: doorbell.seed }) }
      : composition.deps;
  return { deps, close: () => composition.close() };
}

/** Environment and preloaded modules of one process. Each start of a deaf one is deaf in its own way. */
function surroundings(
  options: FleetOptions,
  start: number,
): { environment: Record<string, string>; preload: string[] } {
  const { doorbell } = options;
  return {
    preload: doorbell.kind === "deaf" ? [DEAF_PRELOAD] : [],
    environment: {
      DATABASE_URL: options.databaseUrl,
      CADRE_HOME: options.home,
      CADRE_LOG_LEVEL: "warn",
      CADRE_MODEL_PROVIDER: "simulated",
      CADRE_SIMULATOR_URL: options.simulatorUrl,
      CADRE_SANDBOX: options.sandbox ?? "auto",
      ...(doorbell.kind === "redis" ? { REDIS_URL: doorbell.url } : {}),
      ...(doorbell.kind === "deaf" ? { CADRE_TEST_DEAF_SEED: String(doorbell.seed + start) } : {}),
      ...options.environment,
    },
  };
}

function keepExecutor(state: State, number: number): void {
  state.starts += 1;
  const program = startProgram({ file: PROGRAMS.taskExecutor, ...surroundings(state.options, state.starts) });
  state.slots[number] = program;
  void program.ended.then(async ({ code, signal }) => {
    if (state.slots[number] !== program) return;
    if (signal === null) state.accidents.push(`An executor ended by itself (exit code ${code}):\n${program.tail()}`);
    if (state.giveBack === "at-once") await giveBack(state, program.pid);
    // It may have been dismissed meanwhile.
    if (state.slots[number] === program) keepExecutor(state, number);
  });
}

/** What the supervisor of a machine does when a worker process is gone. */
async function giveBack(state: State, pid: number): Promise<void> {
  const { releaseWorkerProcess } = await import("@cadre/engine");
  await releaseWorkerProcess(state.own.deps, { host: hostname(), pid }).catch((error: unknown) =>
    state.accidents.push(`The claims of process ${pid} were not given back: ${String(error)}`),
  );
}

async function change(state: State, to: Parameters<Fleet["change"]>[0]): Promise<void> {
  const { executors = state.slots.length, giveBack: way = state.giveBack } = to;
  state.giveBack = way;
  await Promise.all(state.slots.splice(executors).map((program) => program.stop()));
  for (let number = state.slots.length; number < executors; number += 1) keepExecutor(state, number);
  await allReady(state);
}

async function kill(state: State, pid: number | undefined): Promise<number> {
  const alive = state.slots.filter((program) => program.isAlive());
  const victim = pid === undefined ? alive[0] : alive.find((program) => program.pid === pid);
  if (victim === undefined) return 0;
  victim.signal("SIGKILL");
  await victim.ended;
  return victim.pid;
}

async function allReady(state: State): Promise<void> {
  const all = (): Program[] => [state.heartbeat, ...state.slots];
  await eventually(
    () => all().every((program) => program.isReady()) || undefined,
    "start of every process",
    START_MS,
  ).catch((error: unknown) => {
    const said = all()
      .map((program) => program.tail())
      .join("\n");
    throw new Error(`The processes did not start. They printed:\n${said}`, { cause: error });
  });
}
