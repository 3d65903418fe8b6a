import type { Usage } from "@cadre/domain";

/** One call of a model as people see it. Costs are micro-dollars; what a simulated call would have cost stands apart. */
export type ModelCallView = Usage & {
  readonly id: string;
  readonly fence: number;
  readonly step: number;
  readonly purpose: string;
  readonly provider: string;
  readonly model: string;
  readonly isSimulated: boolean;
  readonly status: "reserved" | "done" | "failed" | "aborted";
  readonly costMicros: number;
  readonly simulatedCostMicros: number;
  readonly reservedMicros: number;
  readonly isUnpriced: boolean;
  readonly failure: string | null;
  readonly requestId: string | null;
  readonly entryId: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
};

export type ModelCallRow = Omit<ModelCallView, "startedAt" | "endedAt"> & {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
};

/** Columns of a `ModelCallRow`, of model calls named `c`. */
export const MODEL_CALL_COLUMNS = `c.id, c.fence, c.step, c.purpose, c.provider, c.model, c.is_simulated, c.status, c.input_tokens,
  c.cache_read_tokens, c.cache_write_tokens, c.cache_write_hour_tokens, c.output_tokens, c.thinking_tokens, c.cost_micros,
  c.simulated_cost_micros, c.reserved_micros, c.is_unpriced, c.failure, c.request_id, c.entry_id, c.started_at, c.ended_at`;

export function modelCallOf<Row extends ModelCallRow>(row: Row): Omit<Row, "startedAt" | "endedAt"> & ModelCallView {
  return { ...row, startedAt: row.startedAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null };
}
