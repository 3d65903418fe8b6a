import type { Doorbell } from "@cadre/engine";

/** What a process does when a hint arrives. Handlers treat hints as hints: they look at the rows. */
export type HintHandlers = {
  /** Resolves when the segment is over; the number of unresolved calls is the concurrency. */
  readonly run?: (runId: string) => Promise<void>;
  readonly control?: (runIds: readonly string[]) => void;
  /** The outbox has new events: they want their positions. */
  readonly events?: () => void;
  /** Events have got positions: whoever follows them can read on. */
  readonly positions?: () => void;
};

export type Listening = { stop(): Promise<void> };

/** One transport of hints: the ringing side and the listening side. */
export type DoorbellLink = {
  readonly doorbell: Doorbell;
  /** Rings for those who follow the positions of events. */
  positions(): void;
  listen(handlers: HintHandlers, options: { readonly concurrency: number }): Promise<Listening>;
  /** Hints that wait, for metrics. */
  depth(): Promise<number>;
  close(): Promise<void>;
};

export type LinkOptions = {
  /** Hears of lost hints and broken connections. The reconciler is the net, so nothing else follows. */
  readonly onProblem: (error: Error, where: string) => void;
};
