export type StopRequests = {
  /** Aborted by the first request to stop. */
  readonly signal: AbortSignal;
};

const FORCED_EXIT_CODE = 130;

/** npm passes on a signal that its whole process group already got: what comes so soon is the same request. */
const SAME_REQUEST_MS = 1_000;

/**
 * Listens for the ways in which a person or a parent process asks to stop. The first request stops in order; a second
 * one, not sooner than a second later, ends this process at once, and everything that hangs on it ends with it.
 */
export function stopRequests(print: (line: string) => void): StopRequests {
  const controller = new AbortController();
  let firstAt = 0;
  const request = (): void => {
    if (controller.signal.aborted && performance.now() - firstAt < SAME_REQUEST_MS) return;
    if (controller.signal.aborted) {
      print("Stopping at once.");
      process.exit(FORCED_EXIT_CODE);
    }
    firstAt = performance.now();
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  process.once("disconnect", () => {
    if (!controller.signal.aborted) request();
  });
  process.channel?.unref();
  return { signal: controller.signal };
}
