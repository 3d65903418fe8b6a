import { expect, test } from "vitest";
import type { RunDetail } from "../../api/queries/work.ts";
import { timelinePoints } from "./timeline-points.ts";

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;

function run(change: Partial<RunDetail>): RunDetail {
  const made = { queuedAt: at(0), endedAt: null, status: "running", outcome: null, attempts: [], waits: [], ...change };
  return made as unknown as RunDetail;
}

function attempt(fence: number, change: Partial<RunDetail["attempts"][number]>): RunDetail["attempts"][number] {
  const made = { fence, workerId: "w", status: "running", reason: null, firstStep: 1, lastStep: null, endedAt: null };
  return { ...made, startedAt: at(fence), ...change } as RunDetail["attempts"][number];
}

test("every attempt tells its end and its steps, waits stand between, and the end is last", () => {
  const points = timelinePoints(
    run({
      status: "succeeded",
      endedAt: at(9),
      attempts: [
        attempt(1, { status: "lost", reason: "lease ran out", lastStep: 3, endedAt: at(4) }),
        attempt(5, { status: "finished", firstStep: 4, lastStep: 4, endedAt: at(9) }),
      ],
      waits: [
        { id: "w1", kind: "approval", status: "satisfied", createdAt: at(3), resolvedAt: at(5) },
      ] as unknown as RunDetail["waits"],
    }),
  );
  expect(points.map(({ title, note }) => [title, note])).toEqual([
    ["Queued", ""],
    ["Attempt 1 lost its worker", "lease ran out · steps 1 to 3"],
    ["Waits for an approval", "satisfied"],
    ["Attempt 2 came to its end", "step 4"],
    ["Succeeded", ""],
  ]);
});

test("what happened at the same moment keeps its beginning first and its end last", () => {
  const points = timelinePoints(
    run({ status: "failed", endedAt: at(0), attempts: [attempt(0, { startedAt: at(0) })] }),
  );
  expect(points.map(({ id }) => id)).toEqual(["queued", "attempt-0", "ended"]);
});
