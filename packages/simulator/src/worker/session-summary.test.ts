import { expect, test } from "vitest";
import { simulatedWorker } from "./simulated-worker.ts";

const SYSTEM = "You write the summary that replaces the older part of an agent's work session. The agent reads it.";

function answer(text: string, system = SYSTEM): string {
  const turns = [{ role: "user", text, opens: true }] as const;
  const { blocks } = simulatedWorker({ model: "m", system, tools: [], turns, maxTokens: 1_024 });
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

test("asked for a summary it says what the worker said last, whatever the task's words are", () => {
  const text = [
    "user: TASK EXECUTION Task: DEMO-1 Task id: tsk_1 Create a file.",
    "assistant: Step 1 is done. [calls file_write]",
    "tool: file_write: Wrote a.txt",
    "assistant: [calls file_read]",
    "assistant: Step 2 is done.",
  ].join("\n");
  expect(answer(text)).toContain("Step 1 is done. Step 2 is done.");
  expect(answer(text)).not.toContain("file_write");
  expect(answer("user: hello")).toContain("nothing was said");
});

test("a summary stays short, and other requests without tools are answered as before", () => {
  expect(answer(`assistant: ${"word ".repeat(2_000)}`).length).toBeLessThan(1_300);
  expect(answer("assistant: Hm.", "You are an agent.")).toContain("nothing to add");
});
