import { expect, test } from "vitest";
import { checkName, isSnapshotPath, NewTaskCheck } from "./task-check.ts";

test("a check names paths inside the snapshot only", () => {
  for (const path of ["out/a.md", "a", "out/**/*.json", "a..b/c"]) expect(isSnapshotPath(path)).toBe(true);
  for (const path of ["", "/etc/passwd", "../a", "a/../../b", "~/a", "a\\b"]) expect(isSnapshotPath(path)).toBe(false);
  expect(NewTaskCheck.safeParse({ kind: "file_exists", path: "../secret" }).success).toBe(false);
});

test("a check is of stage submit unless it says otherwise, and names itself", () => {
  const check = NewTaskCheck.parse({ kind: "glob_count", pattern: "out/*.json", min: 10 });
  expect([check.stage, checkName(check)]).toEqual(["submit", "out/*.json matches at least 10 files"]);
  expect(NewTaskCheck.safeParse({ kind: "url", url: "http://169.254.169.254", status: 200 }).success).toBe(false);
});
