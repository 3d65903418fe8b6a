import { expect, test } from "vitest";
import type { LiveEvent } from "../../live/live-event.ts";
import { activityFilterOf, isShown, mergedEvents, subjectOf } from "./activity-filter.ts";

function event(type: string, change: Partial<LiveEvent> = {}): LiveEvent {
  const made = { id: type, type, entity: { kind: "task", id: "t" }, actor: { kind: "agent", id: "agt" }, at: "" };
  return { ...made, payload: {}, ...change };
}

test("bookkeeping is hidden until it is asked for, by its topic or as a whole", () => {
  const step = event("session.entry-appended");
  expect(isShown(step, {})).toBe(false);
  expect(isShown(step, { all: "yes" })).toBe(true);
  expect(isShown(step, { topic: "session" })).toBe(true);
  expect(isShown(event("run.queued"), {})).toBe(false);
  expect(isShown(event("task.accepted"), {})).toBe(true);
});

test("topic and actor narrow together", () => {
  expect(isShown(event("task.accepted"), { topic: "task", actor: "agt" })).toBe(true);
  expect(isShown(event("task.accepted"), { topic: "task", actor: "per" })).toBe(false);
  expect(isShown(event("task.accepted"), { topic: "run" })).toBe(false);
});

test("an event that was told twice is shown once, the newest first", () => {
  const [a, b, c] = [event("a"), event("b"), event("c")];
  expect(mergedEvents([c, b], [b, a]).map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

test("the subject is made of the payload's names, and of words only", () => {
  expect(subjectOf(event("x", { payload: { key: "T-1", title: "Report", count: 3 } }))).toBe("T-1 Report");
});

test("what is shown live is what the API is asked for", () => {
  expect(activityFilterOf({})).toEqual({ detail: "noteworthy" });
  expect(activityFilterOf({ all: "yes", topic: "task", actor: "agt" })).toEqual({
    detail: "all",
    topic: "task",
    actorId: "agt",
  });
});
