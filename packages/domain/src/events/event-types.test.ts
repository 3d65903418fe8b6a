import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { TASK_MOVE_EVENTS } from "../tasks/task-events.ts";
import { EVENT_TYPES, isEventWanted, unknownPattern } from "./event-types.ts";

const ENGINE = path.join(import.meta.dirname, "../../../engine/src");
const MIGRATIONS = path.join(import.meta.dirname, "../../../../prisma/migrations");

test("every event that is emitted is on the list", () => {
  const emitted = readdirSync(ENGINE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !/\.(test|fixture|suite)\.ts$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .flatMap((text) => [...text.matchAll(/type: "([a-z-]+\.[a-z-]+)"/g)].map((match) => match[1] ?? ""));
  const all = new Set([...emitted, ...Object.values(TASK_MOVE_EVENTS)]);
  expect(all.size).toBeGreaterThan(40);
  expect([...all].filter((type) => !(type in EVENT_TYPES))).toEqual([]);
});

test("so is every event that a function of the database emits", () => {
  const emitted = readdirSync(MIGRATIONS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .flatMap((text) => [...text.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map((match) => match[1] ?? ""));
  expect(emitted).toContain("run.started");
  expect(emitted.filter((type) => !(type in EVENT_TYPES))).toEqual([]);
});

test("a pattern is a type, a topic, or everything", () => {
  expect(isEventWanted(["task.accepted"], "task.accepted")).toBe(true);
  expect(isEventWanted(["task.accepted"], "task.revised")).toBe(false);
  expect(isEventWanted(["run.*", "task.*"], "task.revised")).toBe(true);
  expect(isEventWanted(["task.*"], "task-list.made")).toBe(false);
  expect(isEventWanted(["*"], "agent.paused")).toBe(true);
  expect(isEventWanted([], "agent.paused")).toBe(false);
});

test("a pattern that covers nothing is found", () => {
  expect(unknownPattern(["*", "task.*", "run.ended"])).toBeUndefined();
  expect(unknownPattern(["task.*", "task.acepted"])).toBe("task.acepted");
  expect(unknownPattern(["tasks.*"])).toBe("tasks.*");
});
