import type { Database } from "@cadre/database";
import type { Now } from "@cadre/shared";

/** Real time plus a shift, the same for the code (`now`) and for the database (`cadre_now()`). */
export type ShiftedClock = {
  readonly now: Now;
  /** Moves time on for everybody at once, by milliseconds. */
  advance(ms: number): Promise<void>;
};

export function shiftedClock(database: Pick<Database, "query">): ShiftedClock {
  let shiftMs = 0;
  return {
    now: () => new Date(Date.now() + shiftMs),
    async advance(ms) {
      shiftMs += ms;
      await database.query(
        `create or replace function cadre_now() returns timestamptz language sql volatile as
         $$ select clock_timestamp() + interval '${shiftMs} milliseconds' $$`,
      );
    },
  };
}
