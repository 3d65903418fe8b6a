/** A server that runs, as its process sees it. */
export type RunningServer = {
  /** Told to the supervisor with the ready message: the one-time token of the setup page, until it was used. */
  readonly setupToken?: string | undefined;
  stop(): Promise<void>;
};

/** Tells the supervisor that a server is ready, and stops it in order when the process is asked to end. */
export function stopWithSignals(server: RunningServer): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.send?.({ type: "ready", setupToken: server.setupToken });
}
