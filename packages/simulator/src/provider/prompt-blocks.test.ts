import { expect, test } from "vitest";
import { modelById } from "./models-endpoint.ts";
import { PrefixCache } from "./prefix-cache.ts";
import { promptBlocks } from "./prompt-blocks.ts";
import { readMessagesRequest } from "./request-reader.ts";
import { SIMULATED_MODELS } from "./simulated-models.ts";

const MARK = { cache_control: { type: "ephemeral" } };
const TOOL = { name: "t", input_schema: { type: "object" }, description: "x".repeat(6_000) };
const SYSTEM = [{ type: "text", text: "y".repeat(6_000), ...MARK }];
const MESSAGES = [{ role: "user", content: [{ type: "text", text: "z".repeat(6_000), ...MARK }] }];
const BODY = { model: "claude-opus-5", max_tokens: 5, tools: [TOOL], system: SYSTEM, messages: MESSAGES };

function readAfter(first: object, second: object): "all" | "tools and system" | "nothing" {
  const cache = new PrefixCache(() => new Date(0));
  const use = [first, second].map((body) => {
    const request = readMessagesRequest(body);
    const model = modelById(SIMULATED_MODELS, request.model);
    const planned = cache.plan({ scope: "k", blocks: promptBlocks(request, model), minTokens: model.minCacheTokens });
    planned.commit();
    return planned;
  })[1];
  if (use === undefined || use.readTokens === 0) return "nothing";
  return use.readTokens === use.totalTokens ? "all" : "tools and system";
}

test.each([
  ["nothing", {}, "all"],
  ["the place of a breakpoint", { tools: [{ ...TOOL, ...MARK }] }, "all"],
  ["a string for one text block", { messages: [{ role: "user", content: "z".repeat(6_000) }], ...MARK }, "all"],
  ["a tool", { tools: [TOOL, { ...TOOL, name: "u" }] }, "nothing"],
  [
    "the order of a tool's keys",
    { tools: [{ input_schema: TOOL.input_schema, name: "t", description: TOOL.description }] },
    "nothing",
  ],
  ["the system text", { system: [{ ...SYSTEM[0], text: "changed" }] }, "nothing"],
  ["tool_choice", { tool_choice: { type: "none" } }, "tools and system"],
  ["tool_choice auto, which is the default", { tool_choice: { type: "auto" } }, "all"],
  ["thinking", { thinking: { type: "adaptive" } }, "tools and system"],
  [
    "an image",
    { messages: [...MESSAGES, { role: "user", content: [{ type: "image", source: {} }] }] },
    "tools and system",
  ],
])("after changing %s the cache still reads", (_name, change, expected) => {
  expect(readAfter(BODY, { ...BODY, ...change })).toBe(expected);
});
