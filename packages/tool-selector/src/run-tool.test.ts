import { Fault } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { z } from "zod";

import { defineTool, type ToolContext } from "./define-tool.ts";
import { assessCall, runTool } from "./run-tool.ts";
import { createToolRegistry, selectTools } from "./tool-registry.ts";
import { toolText } from "./tool-result.ts";

type CounterContext = ToolContext & { readonly count: () => number };

const plain = defineTool()({
  name: "file_read",
  category: "Files",
  description: "Reads.",
  parameters: z.strictObject({ path: z.string(), limit: z.int().positive().optional() }),
  effect: "read",
  run: async ({ path }) => toolText(`read ${path}`),
});
const rich = defineTool<CounterContext>()({
  name: "task_count",
  category: "Tasks",
  description: "Counts.",
  parameters: z.strictObject({}),
  effect: "write",
  run: async (_args, context) => toolText(String(context.count())),
});
const guarded = defineTool()({
  name: "package_install",
  category: "Packages & skills",
  description: "Installs.",
  parameters: z.strictObject({ name: z.string() }),
  effect: "external",
  approval: ({ name }) => ({ exactText: `install ${name}`, reason: "Installing changes the machine." }),
  run: async ({ name }) => toolText(`installed ${name}`),
});
const faulty = defineTool()({
  name: "task_fail",
  category: "Tasks",
  description: "Fails.",
  parameters: z.strictObject({ how: z.enum(["fault", "bug"]) }),
  effect: "write",
  run: async ({ how }) => {
    if (how === "bug") throw new TypeError("x is not a function");
    throw new Fault("conflict", "task.illegal-move", {
      message: "A review task cannot fail.",
      field: "status",
      details: { allowed: ["accept"] },
    });
  },
});

const registry = createToolRegistry<CounterContext>([rich, guarded, faulty, plain]);
const everything = selectTools(registry, {});

function context(over: Partial<CounterContext> = {}): CounterContext {
  return {
    signal: new AbortController().signal,
    callKey: "run_1/ent_1/call_1",
    roots: { workspace: "/w", repositories: [], home: "/h" },
    sandbox: { kind: "none", wrap: () => Promise.reject(new Error("unused")) },
    isStandingApproved: () => false,
    now: () => new Date(0),
    agentId: "agt_1",
    count: () => 7,
    ...over,
  };
}

test("a tool of a richer context runs beside plain ones", async () => {
  expect(await runTool(everything, { name: "task_count", args: {} }, context())).toEqual(toolText("7"));
  expect(await runTool(everything, { name: "file_read", args: { path: "a" } }, context())).toEqual(toolText("read a"));
});

test("a bad argument names the parameter, what was expected and the right shape", async () => {
  const result = await runTool(everything, { name: "file_read", args: { path: 5, limt: 3 } }, context());
  expect(result.isError).toBe(true);
  expect(result.text).toMatchInlineSnapshot(`
    "file_read was not run: its arguments are wrong.
    - path: Invalid input: expected string, received number
    - arguments: Unrecognized key: "limt"
    Call it again with { path*, limit } (* required)."
  `);
});

test("arguments that were no JSON object are reported with the parser's words", async () => {
  const call = { name: "file_read", args: {}, argsError: "Unexpected end of JSON input" };
  const { text, isError } = await runTool(everything, call, context());
  expect(isError).toBe(true);
  expect(text).toContain("Unexpected end of JSON input");
  expect(text).toContain("{ path*, limit }");
});

test.each([
  ["read_file", "file_read"],
  ["file_raed", "file_read"],
  ["taskcount", "task_count"],
])("unknown tool %s: the near name %s is offered", async (wrong, near) => {
  const { text, isError } = await runTool(everything, { name: wrong, args: {} }, context());
  expect(isError).toBe(true);
  expect(text).toContain(`Did you mean ${near}`);
});

test("an unknown name close to nothing lists what there is", async () => {
  const { text } = await runTool(everything, { name: "teleport_agent_home", args: {} }, context());
  expect(text).toContain("You have: file_read, task_count, task_fail, package_install.");
});

fact("M126", "a tool outside the scenario's whitelist, or a revoked one, is refused at the call", async () => {
  const heartbeat = selectTools(registry, { whitelist: ["task_count", "package_list"] });
  const refused = await runTool(heartbeat, { name: "file_read", args: { path: "a" } }, context());
  expect(refused).toEqual({
    text: "file_read is not available here. Use only the tools you were given: task_count.",
    isError: true,
  });
  const revoked = selectTools(registry, { revoked: ["file_read"] });
  expect(assessCall(revoked, { name: "file_read", args: { path: "a" } }, context()).kind).toBe("refused");
});

test("an approval is bound to the exact text; a standing one counts; anything else is refused", async () => {
  const call = { name: "package_install", args: { name: "left-pad" } };
  expect(assessCall(everything, call, context())).toEqual({
    kind: "needs-approval",
    need: { exactText: "install left-pad", reason: "Installing changes the machine." },
  });
  expect((await runTool(everything, call, context())).isError).toBe(true);
  expect((await runTool(everything, call, context({ approvedText: "install left-pads" }))).isError).toBe(true);
  expect((await runTool(everything, call, context({ approvedText: "install left-pad" }))).isError).toBe(false);
  const isStandingApproved = (tool: string, text: string) => tool === "package_install" && text === "install left-pad";
  expect(assessCall(everything, call, context({ isStandingApproved }))).toEqual({ kind: "run" });
  expect((await runTool(everything, call, context({ isStandingApproved }))).isError).toBe(false);
});

test("a Fault becomes its message; a bug becomes a result and is reported", async () => {
  const bugs: unknown[] = [];
  const onBug = (error: unknown, tool: string) => bugs.push([tool, error]);
  const fault = await runTool(everything, { name: "task_fail", args: { how: "fault" } }, context({ onBug }));
  expect(fault.text).toBe('A review task cannot fail. (parameter status) Details: {"allowed":["accept"]}');
  expect(fault.isError).toBe(true);
  expect(bugs).toEqual([]);
  const bug = await runTool(everything, { name: "task_fail", args: { how: "bug" } }, context({ onBug }));
  expect(bug.isError).toBe(true);
  expect(bug.text).toContain("x is not a function");
  expect(bugs).toEqual([["task_fail", expect.any(TypeError)]]);
});
