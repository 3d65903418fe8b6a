import type { Database } from "@cadre/database";
import type { Now } from "@cadre/shared";

/** Real time plus a shift, the same for the code (`now`) and for the database (`cadre_now()`). */
export type ShiftedClock = {
  readonly now: Now;
  /** Moves time on for everybody at once, by milliseconds. */
  advance(ms: number): Promise<void>;
  /** Lets time stand still but for `advance`: what happens just before an instant is then no matter of how quick the machine is. */
  hold(): Promise<void>;
};

export function shiftedClock(database: Pick<Database, "query">): ShiftedClock {
  let shiftMs = 0;
  let heldAtMs: number | undefined;
  const tell = async (): Promise<void> => {
    const time = heldAtMs === undefined ? "clock_timestamp()" : `timestamptz '${new Date(heldAtMs).toISOString()}'`;
    await database.query(
      `create or replace function cadre_now() returns timestamptz language sql volatile as
       $$ select ${time} + interval '${shiftMs} milliseconds' $$`,
    );
  };
  return {
    now: () => new Date((heldAtMs ?? Date.now()) + shiftMs),
    async advance(ms) {
      shiftMs += ms;
      await tell();
    },
    async hold() {
      heldAtMs = Date.now();
      await tell();
    },
  };
}
