import type { ClaimedRun, Doorbell, EngineDeps, LiveWorker, SegmentEnd, Step } from "@cadre/engine";

export type TestExecutorOptions = {
  readonly stepFor: (claim: ClaimedRun) => Step;
  /** Hints worked on at once. */
  readonly concurrency?: number;
  /** Puts something between the engine and this executor, such as a deaf doorbell. */
  readonly through?: (doorbell: Doorbell) => Doorbell;
};

/** An executor inside the test's own process: hints are heard at once, delayed ones never (advance the clock and reconcile). */
export type TestExecutor = {
  /** The engine, ringing here. */
  readonly deps: EngineDeps;
  readonly worker: LiveWorker;
  readonly segments: { readonly claim: ClaimedRun; readonly end: SegmentEnd }[];
  /** What escaped an executed hint: bugs. */
  readonly problems: unknown[];
  /** Resolves when no hint is waiting or being worked on. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

export async function startTestExecutor(deps: EngineDeps, options: TestExecutorOptions): Promise<TestExecutor> {
  // Loaded here, so that tests of other packages do not load the engine with testkit.
  const { executeHint, startWorker } = await import("@cadre/engine");
  const waiting = new Map<string, string>();
  const working = new Set<Promise<void>>();
  const segments: TestExecutor["segments"] = [];
  const problems: unknown[] = [];

  const pump = (): void => {
    while (working.size < (options.concurrency ?? 4)) {
      const [next] = waiting;
      if (next === undefined) return;
      waiting.delete(next[0]);
      const work = executeHint(own, host, next[1])
        .catch((error: unknown) => void problems.push(error))
        .finally(() => {
          working.delete(work);
          pump();
        });
      working.add(work);
    }
  };
  const heard: Doorbell = {
    run(hint) {
      if (hint.delayMs > 0) return;
      waiting.set(`${hint.runId}:${hint.fence}`, hint.runId);
      queueMicrotask(pump);
    },
    control: (hint) => void worker.look(hint.runIds).catch((error: unknown) => problems.push(error)),
    events: () => undefined,
  };
  const own: EngineDeps = { ...deps, doorbell: options.through?.(heard) ?? heard };
  const worker = await startWorker(own, { kind: "test", host: "test", pid: process.pid, version: 1 });
  const host = {
    worker,
    stepFor: options.stepFor,
    onSegment: (claim: ClaimedRun, end: SegmentEnd) => void segments.push({ claim, end }),
  };

  return {
    deps: own,
    worker,
    segments,
    problems,
    async settled() {
      await Promise.resolve();
      while (working.size > 0) await Promise.all(working);
    },
    async stop() {
      worker.drain();
      await Promise.all(working);
      await worker.stop();
    },
  };
}
