import { TOOL_CATEGORIES, type ToolCategory } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";

import { defineTool } from "./define-tool.ts";
import { createToolRegistry, selectTools, toolInventory, toolSpecs } from "./tool-registry.ts";
import { toolText } from "./tool-result.ts";

function stub(name: string, category: ToolCategory) {
  return defineTool()({
    name,
    category,
    description: `Does ${name}.`,
    parameters: z.strictObject({ zeta: z.string().describe("Last."), alpha: z.int().optional() }),
    effect: "read",
    run: async () => toolText("done"),
  });
}

const TOOLS = [
  stub("task_get", "Tasks"),
  stub("shell_execute", "Execution"),
  stub("file_write", "Files"),
  stub("file_read", "Files"),
  stub("web_fetch", "Web"),
  stub("reload", "Other"),
];

test("categories stand in canonical order with ours before Other", () => {
  expect(TOOL_CATEGORIES.slice(0, 3)).toEqual(["Files", "Execution", "Context & search"]);
  expect(TOOL_CATEGORIES.slice(-5)).toEqual([
    "Tasks",
    "Team & messaging",
    "Memory & notebook",
    "Packages & skills",
    "Other",
  ]);
});

fact("TW-47", "registration order never changes the bytes", () => {
  const expected = JSON.stringify(toolSpecs(createToolRegistry(TOOLS).tools));
  fc.assert(
    fc.property(fc.shuffledSubarray(TOOLS, { minLength: TOOLS.length }), (shuffled) => {
      const registry = createToolRegistry(shuffled);
      expect(JSON.stringify(toolSpecs(registry.tools))).toBe(expected);
      expect(toolInventory(registry.tools)).toEqual([
        { category: "Files", names: ["file_read", "file_write"] },
        { category: "Execution", names: ["shell_execute"] },
        { category: "Web", names: ["web_fetch"] },
        { category: "Tasks", names: ["task_get"] },
        { category: "Other", names: ["reload"] },
      ]);
    }),
  );
});

test("a specification has sorted keys and refuses unknown parameters", () => {
  expect(JSON.stringify(toolSpecs([stub("file_read", "Files")]))).toMatchInlineSnapshot(
    `"[{"name":"file_read","description":"Does file_read.","parameters":{"additionalProperties":false,"properties":{"alpha":{"maximum":9007199254740991,"minimum":-9007199254740991,"type":"integer"},"zeta":{"description":"Last.","type":"string"}},"required":["zeta"],"type":"object"}}]"`,
  );
});

test("a whitelist keeps canonical order and passes over names this build does not have", () => {
  const registry = createToolRegistry(TOOLS);
  const { offered } = selectTools(registry, { whitelist: ["task_get", "goal_create", "file_read"] });
  expect(offered.map(({ name }) => name)).toEqual(["file_read", "task_get"]);
  expect(selectTools(registry, { whitelist: [] }).offered).toEqual([]);
});

test("two tools of one name, a bad name and a schema that is no object are bugs", () => {
  expect(() => createToolRegistry([stub("file_read", "Files"), stub("file_read", "Files")])).toThrow("file_read");
  expect(() => stub("Read File", "Files")).toThrow("snake_case");
  expect(() =>
    defineTool()({
      name: "odd",
      category: "Other",
      description: "Odd.",
      parameters: z.string(),
      effect: "read",
      run: async () => toolText(""),
    }),
  ).toThrow("zod object");
});
