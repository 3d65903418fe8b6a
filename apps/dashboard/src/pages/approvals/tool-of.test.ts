import { expect, test } from "vitest";
import type { RunDetail } from "../../api/queries/work.ts";
import { toolOf } from "./tool-of.ts";

type Call = RunDetail["toolCalls"][number];

function waiting(name: string, command: string, change: Partial<Call> = {}): Call {
  return { name, args: { command }, status: "awaiting_approval", ...change } as Call;
}

test("the tool is the one whose waiting call holds exactly this text", () => {
  const calls = [waiting("shell_execute", "npm test"), waiting("shell_execute", "rm -rf /")];
  expect(toolOf(calls, "npm test")).toBe("shell_execute");
  expect(toolOf(calls, "npm test ")).toBeUndefined();
});

test("a call that waits no more, or two tools with the same text, name no tool", () => {
  expect(toolOf([waiting("shell_execute", "ls", { status: "done" })], "ls")).toBeUndefined();
  expect(toolOf([waiting("shell_execute", "ls"), waiting("other_tool", "ls")], "ls")).toBeUndefined();
});
