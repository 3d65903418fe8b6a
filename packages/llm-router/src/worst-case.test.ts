import { expect, test } from "vitest";
import type { ModelRequest } from "@cadre/domain";
import { modelRequest } from "./model-call.fixture.ts";
import { worstCasePromptTokens } from "./worst-case.ts";

const BARE = worstCasePromptTokens(modelRequest({ messages: [] }));

test.each<[string, Partial<ModelRequest>, number]>([
  ["system", { system: [{ tier: 1, text: "x".repeat(1_000), cached: true }] }, 400],
  ["tail", { tail: "x".repeat(1_000) }, 400],
  ["text", { messages: [{ role: "user", content: [{ type: "text", text: "漢".repeat(1_000) }] }] }, 1_200],
  [
    "image",
    { messages: [{ role: "user", content: [{ type: "image", mediaType: "image/png", base64: "AA" }] }] },
    5_000,
  ],
  [
    "call",
    {
      messages: [
        { role: "assistant", content: [{ type: "tool-call", callId: "c", name: "n", args: { a: "x".repeat(992) } }] },
      ],
    },
    400,
  ],
  [
    "result",
    {
      messages: [
        {
          role: "tool",
          content: [{ type: "tool-result", callId: "c", name: "n", text: "x".repeat(1_000), isError: false }],
        },
      ],
    },
    400,
  ],
  [
    "reasoning",
    {
      messages: [
        { role: "assistant", content: [{ type: "thinking", text: "x".repeat(900), signature: "s".repeat(100) }] },
      ],
    },
    400,
  ],
  ["tool", { tools: [{ name: "n", description: "x".repeat(1_000), parameters: {} }] }, 400],
])("%s counts", (_part, change, atLeast) => {
  const counted = worstCasePromptTokens(modelRequest({ messages: [], ...change })) - BARE;
  expect(counted).toBeGreaterThanOrEqual(atLeast);
  expect(counted).toBeLessThan(atLeast + 50);
});
