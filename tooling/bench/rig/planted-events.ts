import type { Company } from "./company.ts";

const NOTE = "x".repeat(120);

/** An event with a number that grows by one, so that readers notice what is missing and what comes twice. */
export function plantEvent({ database, owner }: Company, nth: number): Promise<void> {
  return database.unit(owner.organizationId, async (unit) => {
    unit.emit({
      type: "task.commented",
      entity: { kind: "task", id: "tsk_00000000000000000000000000" },
      payload: { nth, note: NOTE },
      actor: { kind: "system", id: "bench" },
    });
  });
}

/** The body of such an event as the stream tells it, with the number 0. */
export const PLANTED_BODY = JSON.stringify({
  id: "evt_00000000000000000000000000",
  v: 1,
  type: "task.commented",
  entity: { kind: "task", id: "tsk_00000000000000000000000000" },
  actor: { kind: "system", id: "bench" },
  at: "2026-01-01T00:00:00.000Z",
  payload: { nth: 0, note: NOTE },
});

/** Now, in microseconds of the clock that all processes of this machine share. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}
