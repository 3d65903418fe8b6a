import { expect, test } from "vitest";
import type { Task, TaskPage } from "../api/queries/tasks.ts";
import { matches, withTask } from "./task-caches.ts";

function task(id: string, change: Partial<Task> = {}): Task {
  const made = {
    id,
    status: "pending",
    projectId: "prj_1",
    assigneeId: "agt_1",
    reviewerId: "per_1",
    priority: "medium",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...change,
  };
  // The fields that lists look at; the rest plays no part.
  return made as Task;
}

function pages(...lists: readonly (readonly Task[])[]) {
  const all: TaskPage[] = lists.map((data) => ({ data: [...data], nextCursor: null }));
  return { pages: all, pageParams: lists.map(() => undefined) };
}

const ids = (list: ReturnType<typeof withTask>): string[] =>
  list?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? [];

test("a task that changed comes to the front of the lists it matches, once", () => {
  const list = pages([task("a"), task("b")], [task("c")]);
  const changed = task("c", { updatedAt: "2026-01-02T00:00:00.000Z", priority: "high" });
  expect(ids(withTask(list, changed, { status: ["pending"] }))).toEqual(["c", "a", "b"]);
  expect(ids(withTask(list, task("new", { updatedAt: "2026-01-02T00:00:00.000Z" }), {}))).toEqual([
    "new",
    "a",
    "b",
    "c",
  ]);
});

test("a task that left a list is taken out of it; one that never was in it changes nothing", () => {
  const list = pages([task("a"), task("b")]);
  expect(ids(withTask(list, task("b", { status: "review" }), { status: ["pending"] }))).toEqual(["a"]);
  expect(withTask(list, task("z", { status: "review" }), { status: ["pending"] })).toBe(list);
  expect(withTask(undefined, task("a"), {})).toBeUndefined();
});

test("a filter matches by each of its words", () => {
  expect(matches(task("a"), {})).toBe(true);
  expect(matches(task("a"), { projectId: "prj_2" })).toBe(false);
  expect(matches(task("a"), { assigneeId: "agt_1", priority: "medium", status: ["pending"] })).toBe(true);
  expect(matches(task("a"), { reviewerId: "per_2" })).toBe(false);
  expect(matches(task("a"), { priority: "low" })).toBe(false);
});
