import type { Message } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { stepLines } from "./step-line.ts";

const PLAIN = { hasResultTool: false };

function step(
  name: string,
  text: string,
  changes: { isError?: boolean; callId?: string; args?: object } = {},
): Message[] {
  const { isError = false, callId = "call_1", args = { path: "a.ts" } } = changes;
  return [
    { role: "assistant", content: [{ type: "tool-call", callId, name, args: { ...args } }] },
    { role: "tool", content: [{ type: "tool-result", callId, name, text, isError }] },
  ];
}

fact("M22", "of an error of 900 characters at most 200 remain, with the tool's name", () => {
  const [line = ""] = stepLines(step("shell_execute", "e".repeat(900), { isError: true }), PLAIN);
  expect(line).toContain("shell_execute");
  expect(line.match(/e{50,}/)?.[0].length).toBe(199);
});

fact(
  "M23",
  "of 2,000 characters that were searched or read at most 500 remain; of another result only its size",
  () => {
    for (const name of ["web_search", "file_read"]) {
      const [line = ""] = stepLines(step(name, "r".repeat(2_000)), PLAIN);
      expect(line.match(/r{50,}/)?.[0].length).toBe(499);
    }
    expect(stepLines(step("file_write", "w".repeat(2_000)), PLAIN)[0]).toMatch(/2000 characters$/);
    expect(stepLines(step("file_write", "Written."), PLAIN)[0]).toContain("Written.");
  },
);

fact("M24", "four wordings exist, and the same call always gets the same one", () => {
  const lines = Array.from({ length: 40 }, (_, at) =>
    stepLines(step("shell_execute", "ok", { callId: `call_${at}` }), PLAIN),
  );
  expect(new Set(lines.map(([line = ""]) => line)).size).toBe(4);
  expect(stepLines(step("shell_execute", "ok", { callId: "call_7" }), PLAIN)).toEqual(lines[7]);
});

test("arguments keep what is nested in them and are cut; with the tool to read results, a line names the way back", () => {
  const args = { where: { path: "deep/file.ts" }, z: "z".repeat(300) };
  const [line = ""] = stepLines(step("file_read", "r".repeat(600), { args }), { hasResultTool: true });
  expect(line).toContain('{"where":{"path":"deep/file.ts"}');
  expect(line).toContain("(session_tool_result call_1)");
  expect(line.match(/z+/)?.[0].length).toBeLessThan(200);
});

test("a reply without calls is the beginning of its text; an empty one nothing", () => {
  const reply = (text: string): Message[] => [{ role: "assistant", content: [{ type: "text", text }] }];
  expect(stepLines(reply("All\n is well."), PLAIN)).toEqual(["Replied: All is well."]);
  expect(stepLines(reply(" "), PLAIN)).toEqual([]);
});
