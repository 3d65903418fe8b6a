/** What is left of some stories once they are over: the journal, and the effects that commands really had. */
export type History = {
  readonly tasks: readonly { readonly id: string; readonly key: string; readonly status: string }[];
  readonly runs: readonly { readonly id: string; readonly status: string; readonly fence: number }[];
  /** In the order of their fences. Times in milliseconds. */
  readonly attempts: readonly PastAttempt[];
  /** In the order in which they were recorded. */
  readonly calls: readonly PastCall[];
  /** Of each session in the order of its log. */
  readonly entries: readonly PastEntry[];
  readonly modelCalls: readonly { readonly runId: string; readonly fence: number; readonly step: number }[];
  readonly items: readonly { readonly id: string; readonly status: string }[];
  readonly submits: readonly { readonly id: string }[];
  readonly verdicts: readonly { readonly submitId: string }[];
  /** Positions of the outbox in the order in which its rows were written; undefined is one that was not relayed. */
  readonly positions: readonly (number | undefined)[];
  /** Open tasks that nothing will move. */
  readonly tasksWithoutMover: number;
  /** Lines that commands appended to `effects.log`, with the task in whose workspace it lies. */
  readonly effects: readonly { readonly taskId: string; readonly line: string }[];
  /** Calls that were found started when their worker had just died. */
  readonly interrupted: readonly InterruptedCall[];
  /** The most attempts that were seen running at once for one piece of work. */
  readonly mostRunningAtOnce: number;
};

export type CallName = { readonly runId: string; readonly entryId: string; readonly callId: string };

/** With the fence of the attempt that died. */
export type InterruptedCall = CallName & { readonly fence: number };

export type PastAttempt = {
  readonly runId: string;
  readonly fence: number;
  readonly status: string;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
};

export type PastCall = CallName & {
  readonly taskId: string | undefined;
  readonly name: string;
  readonly status: string;
  readonly starts: number;
  /** It only reads, or its tool takes an idempotency key: it may start again. */
  readonly mayRepeat: boolean;
  /** The line it appends to `effects.log`, if it is such a command. */
  readonly appends: string | undefined;
};

export type PastEntry = {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly runId: string | undefined;
  readonly fence: number | undefined;
  /** For the result of a call: which call, and how it ended. */
  readonly result: { readonly entryId: string; readonly callId: string; readonly outcome: string } | undefined;
};
