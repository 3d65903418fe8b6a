import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { SUPERVISOR_LIMITS } from "@cadre/shared";

export type ChildProgram = {
  readonly name: string;
  /** The file that Node runs. */
  readonly file: string;
  /** Asked at every start, since the database may have moved; with the number of the process that it follows, if any. */
  readonly environment: (previousPid: number | undefined) => NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
  readonly onMessage?: (message: unknown) => void;
  /** It ended several times in a row soon after its start, without being killed; the last lines it printed. */
  readonly onHopeless: (tail: string) => void;
};

export type KeptChild = {
  /** Asks the child to finish, and ends it when it does not. It is not started again. */
  stop(): Promise<void>;
  /** Ends the current process; a new one is started. */
  restart(): void;
};

const LEASH = new URL(`./leash${extname(import.meta.url)}`, import.meta.url).href;

/** Runs a child process and starts it again, after a growing pause, whenever it ends by itself. */
export function keepChild(program: ChildProgram): KeptChild {
  let stopping = false;
  let quickDeaths = 0;
  let timer: NodeJS.Timeout | undefined;
  let current: ChildProcess | undefined;
  let previousPid: number | undefined;
  let ended = Promise.resolve();

  const start = (): void => {
    const begun = performance.now();
    const tail: string[] = [];
    const child = spawnChild(program, { tail, previousPid });
    current = child;
    ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        current = undefined;
        previousPid = child.pid;
        resolve();
        if (!stopping) afterDeath({ tail, code, signal, livedMs: performance.now() - begun });
      });
    });
  };

  const afterDeath = (death: Death): void => {
    quickDeaths = death.livedMs < SUPERVISOR_LIMITS.healthyAfterMs ? quickDeaths + 1 : 1;
    program.onLine(`ended (${death.signal ?? `exit code ${death.code}`}); starting it again`);
    const endedItself = death.signal === null;
    if (endedItself && quickDeaths >= SUPERVISOR_LIMITS.quickDeathsBeforeAlarm)
      program.onHopeless(death.tail.join("\n"));
    timer = setTimeout(start, pauseAfter(quickDeaths));
  };

  start();
  return {
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      const child = current;
      if (child === undefined) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), SUPERVISOR_LIMITS.childStopMs);
      await ended;
      clearTimeout(late);
    },
    restart: () => void current?.kill("SIGTERM"),
  };
}

type Death = { tail: readonly string[]; code: number | null; signal: NodeJS.Signals | null; livedMs: number };

/** The first death is answered at once; each quick one after it doubles the pause. */
export function pauseAfter(quickDeaths: number): number {
  if (quickDeaths <= 1) return 0;
  return Math.min(SUPERVISOR_LIMITS.restartMaxMs, SUPERVISOR_LIMITS.restartBaseMs * 2 ** (quickDeaths - 2));
}

/**
 * A child has a process group of its own, so that Ctrl-C in a terminal reaches only the supervisor, which stops it in
 * order; if the supervisor has to leave at once, the child is ended with it.
 */
function spawnChild(
  program: ChildProgram,
  { tail, previousPid }: { tail: string[]; previousPid: number | undefined },
): ChildProcess {
  const child = fork(program.file, [], {
    env: program.environment(previousPid),
    execArgv: [...process.execArgv, "--import", LEASH],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const end = (): boolean => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.removeListener("exit", end));
  child.on("message", (message) => program.onMessage?.(message));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (tail.push(line) > SUPERVISOR_LIMITS.childLogTailLines) tail.shift();
      program.onLine(line);
    });
  }
  return child;
}
