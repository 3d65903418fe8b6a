import type { Database } from "@cadre/database";
import { API_LIMITS } from "@cadre/shared";
import { pause } from "../leader.ts";

/**
 * Gives committed events their positions, in batches, in one statement: the row of the stream is locked, so a reader that saw position
 * n never misses a smaller one. Two relays at once give no event two positions; they may leave a gap, which readers do not mind.
 */
const ASSIGN_POSITIONS = `
  with stream as (
    select next_position from outbox_stream where exists (select 1 from outbox where position is null) for update
  ),
  batch as (
    select id, row_number() over (order by id) as nth
    from (select id from outbox where position is null order by id limit $1) as unpositioned
  ),
  assigned as (
    update outbox set position = (select next_position from stream) + batch.nth - 1
    from batch where outbox.id = batch.id and outbox.position is null returning outbox.id
  ),
  moved as (
    update outbox_stream set next_position = next_position + (select count(*) from batch)
    where exists (select 1 from batch) returning 1
  )
  select count(*)::int as assigned from assigned`;

export type RelayOptions = {
  readonly database: Database;
  /** Called after each batch that moved something: wakes readers. */
  readonly onPositions: (count: number) => void;
  readonly onProblem: (error: Error, where: string) => void;
};

/** One batch; returns how many events got a position. */
export async function relayOnce(database: Database): Promise<number> {
  const rows = await database.query<{ assigned: number }>(ASSIGN_POSITIONS, [API_LIMITS.relayBatch]);
  return rows[0]?.assigned ?? 0;
}

export type Relay = {
  /** New events may be there. */
  ring(): void;
  run(signal: AbortSignal): Promise<void>;
};

/**
 * The relay's loop: a pass at once when rung, the next one a little later, so that events that come close together share one; without a
 * ring it looks by itself, less and less often while nothing comes: looking for nothing is what an idle machine spends its time on.
 */
export function createRelay({ database, onPositions, onProblem }: RelayOptions): Relay {
  let wake: AbortController = new AbortController();

  async function pass(): Promise<number> {
    try {
      const count = await relayOnce(database);
      if (count > 0) onPositions(count);
      return count;
    } catch (error) {
      onProblem(error instanceof Error ? error : new Error(String(error)), "relay");
      return 0;
    }
  }

  return {
    ring() {
      wake.abort();
    },
    async run(signal) {
      let idleMs: number = API_LIMITS.relayIdleMs;
      while (!signal.aborted) {
        wake = new AbortController();
        const count = await pass();
        if (count >= API_LIMITS.relayBatch) continue;
        if (count > 0) await pause(API_LIMITS.relayPaceMs, signal);
        idleMs = count > 0 ? API_LIMITS.relayIdleMs : Math.min(idleMs * 2, API_LIMITS.relayQuietMs);
        await pause(idleMs, AbortSignal.any([signal, wake.signal]));
      }
    },
  };
}
