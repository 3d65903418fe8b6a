import { isFault } from "@cadre/shared";
import { expect, test } from "vitest";
import { describeItem, INTERNAL_ITEM_TYPES, MAILBOX_ITEMS } from "./mailbox-items.ts";

const status = { taskId: "tsk_1", taskKey: "DEMO-1", taskTitle: "Count", status: "in_progress", round: 2 };

test("each type of mail is there once", () => {
  const types = MAILBOX_ITEMS.map((item) => item.type);
  expect(new Set(types).size).toBe(types.length);
});

test("a status update that triggers execution is work of the task lane, any other is only to be read", () => {
  const work = describeItem({ type: "task_status_update", payload: { ...status, triggerExecution: true } });
  const news = describeItem({ type: "task_status_update", payload: { ...status, triggerExecution: false } });
  expect(work.handling).toEqual({ lane: "task", starts: "task", scenario: "task_execution", isInformational: false });
  expect(news.handling).toEqual({ lane: "focus", starts: "none", scenario: "", isInformational: true });
  expect(work.headline).toBe('Work on DEMO-1 "Count" (round 2)');
});

test("beats and system events are the system's own; reviews and decisions survive a pause", () => {
  expect(INTERNAL_ITEM_TYPES).toEqual(["heartbeat", "system_event"]);
});

test("a wrong payload is refused with the field at fault, an unknown type by name", () => {
  const refusals = [
    () => describeItem({ type: "task_status_update", payload: { ...status, round: 0, triggerExecution: true } }),
    () => describeItem({ type: "telegram", payload: {} }),
  ].map((run) => {
    try {
      return run();
    } catch (error) {
      return isFault(error) ? [error.code, error.field] : "bug";
    }
  });
  expect(refusals).toEqual([
    ["mailbox.bad-item", "payload.round"],
    ["mailbox.unknown-type", "type"],
  ]);
});
