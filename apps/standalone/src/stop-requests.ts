export type StopRequests = {
  /** Aborted by the first request to stop. */
  readonly signal: AbortSignal;
};

const FORCED_EXIT_CODE = 130;

/**
 * Listens for the ways in which a person or a parent process asks to stop. The first request stops in order; the second
 * one ends this process at once, and everything that hangs on it ends with it.
 */
export function stopRequests(print: (line: string) => void): StopRequests {
  const controller = new AbortController();
  const request = (): void => {
    if (controller.signal.aborted) {
      print("Stopping at once.");
      process.exit(FORCED_EXIT_CODE);
    }
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  process.once("disconnect", () => controller.abort());
  process.channel?.unref();
  return { signal: controller.signal };
}
