import type { Actor, TaskCheck } from "@cadre/domain";
import type { ToolContext } from "@cadre/tool-selector";
import type { EngineDeps } from "./engine-deps.ts";
import type { Transaction } from "./transaction.ts";

/** What engine tools get beside what every tool gets: `defineTool<EngineToolContext>()({ … })`. */
export type EngineToolContext = ToolContext & {
  readonly deps: EngineDeps;
  /** The agent whose run calls the tool. */
  readonly actor: Actor;
  readonly runId: string;
  /** One transaction that commits only while the run's claim still holds (I2). Every write of an engine tool goes through it. */
  readonly fenced: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** Runs acceptance checks where the run itself runs. */
  readonly checks: CheckRunner;
};

/** One check against one snapshot. Trouble is a result of status `error`; it never throws. */
export type CheckRunner = {
  run(check: TaskCheck, subject: CheckSubject): Promise<CheckOutcome>;
};

export type CheckSubject = {
  /** Absolute folder that holds the snapshot and nothing else. */
  readonly folder: string;
  /** A person wrote the check: its command may run where no sandbox can confine it. */
  readonly isByPerson: boolean;
  readonly signal: AbortSignal;
};

export type CheckOutcome = {
  readonly status: "passed" | "failed" | "error";
  /** What a reader needs to see why, cut to `TOOL_LIMITS.checkOutputChars`. */
  readonly output: string;
  readonly durationMs: number;
};
