import { expect, test } from "vitest";
import { COLUMNS, filterOf, statusesOf, viewOf } from "./board-filter.ts";

test("the words of the address become a filter; what means nothing is left out", () => {
  expect(filterOf({ project: "prj_1", assignee: "", priority: "high", q: " hello " })).toEqual({
    projectId: "prj_1",
    priority: "high",
    search: "hello",
  });
  expect(filterOf({ priority: "__proto__", view: "list" })).toEqual({});
});

test("a list shows the statuses it names, or everything but the archive", () => {
  expect(statusesOf({ status: "review,constructor,blocked" })).toEqual(["review", "blocked"]);
  expect(statusesOf({ status: "nonsense" })).not.toContain("archived");
  expect(viewOf({ view: "list" })).toBe("list");
  expect(viewOf({ view: "x" })).toBe("board");
});

test("each status but the archive has exactly one column", () => {
  const all = COLUMNS.flatMap(({ statuses }) => statuses);
  expect([...all].sort()).toEqual([
    "blocked",
    "cancelled",
    "completed",
    "failed",
    "in_progress",
    "pending",
    "rejected",
    "review",
  ]);
});
