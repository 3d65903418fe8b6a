import type { BundleResult } from "@cadre/core";
import {
  assistantEntryOf,
  type CallOutcome,
  type ModelReply,
  NO_USAGE,
  type SessionEntry,
  type ToolCallBlock,
  userText,
} from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { toolText, type ToolResult } from "@cadre/tool-selector";
import { expect, test } from "vitest";
import { type NoteTexts, runStep } from "./run-step.ts";
import { review } from "./scenarios/review.scenario.ts";
import { taskExecution } from "./scenarios/task-execution.scenario.ts";
import type { CallPlan, JournalCall, StepEnd, StepPorts } from "./step-ports.ts";

const NOTES: NoteTexts = {
  continueReply: "[SYSTEM] continue",
  submitReminder: (steps) => `[SYSTEM] submit ${steps}`,
  reflectionCheckpoint: (steps) => `[SYSTEM] reflect ${steps}`,
  loopWarning: (message) => `[SYSTEM] ${message}`,
};
const BUNDLE = { kind: "bundle", messages: [userText("do it")], receipt: {} } as unknown as BundleResult;

function reply(content: ModelReply["message"]["content"], stopReason: ModelReply["stopReason"] = "end"): ModelReply {
  return {
    model: { provider: "scripted", model: "script" },
    message: { role: "assistant", content },
    stopReason,
    usage: NO_USAGE,
    requestId: undefined,
    isSimulated: true,
  };
}

function call(name: string, args: Record<string, unknown> = {}): ToolCallBlock {
  return { type: "tool-call", callId: `c${(callNumber += 1)}`, name, args };
}
let callNumber = 0;

type World = {
  readonly ports: StepPorts;
  readonly entries: SessionEntry[];
  readonly happened: string[];
  readonly open: Map<string, JournalCall & { decision: "none" | "pending" | "approved" | "refused" }>;
  boundary: "go" | "preempt" | "stop";
};

/** A log, a journal and a scripted model in memory: what the engine does with rows, done with arrays. */
function world(script: readonly ModelReply[], tools: Record<string, (args: unknown) => ToolResult> = {}): World {
  const entries: SessionEntry[] = [
    { id: "e0", parentId: null, payload: { kind: "user-message", v: 1, content: [{ type: "text", text: "do it" }] } },
  ];
  const replies = [...script];
  const happened: string[] = [];
  const open: World["open"] = new Map();
  const append = (payload: SessionEntry["payload"]): string => {
    const id = `e${entries.length}`;
    entries.push({ id, parentId: `e${entries.length - 1}`, payload });
    return id;
  };
  const answer = (entryId: string, block: ToolCallBlock, end: { outcome: CallOutcome; text: string }): void => {
    open.delete(block.callId);
    append({ kind: "tool-result", v: 1, assistantEntryId: entryId, callId: block.callId, name: block.name, ...end });
  };
  const state: World = {
    entries,
    happened,
    open,
    boundary: "go",
    ports: {
      load: async () => ({ entries: [...entries], openCalls: [...open.values()] }),
      buildBundle: async () => BUNDLE,
      callModel: async () => {
        happened.push("model");
        const next = replies.shift();
        if (next === undefined) throw new Error("The script has no further reply.");
        return { kind: "reply", reply: next };
      },
      appendReply: async (answer) => {
        const entryId = append(assistantEntryOf(answer));
        for (const block of answer.message.content) {
          if (block.type === "tool-call") {
            open.set(block.callId, { entryId, call: block, status: "recorded", decision: "none" });
          }
        }
        return entryId;
      },
      appendNote: async (topic, text) => void append({ kind: "note", v: 1, topic, text }),
      planCall: (block): CallPlan =>
        block.name.startsWith("risky")
          ? { kind: "needs-approval", exactText: block.name, reason: "risky" }
          : { kind: "run" },
      effectOf: (name) => (name.startsWith("read") ? "read" : "write"),
      decisionOf: async (_, block) => {
        const decision = open.get(block.callId)?.decision ?? "none";
        if (decision === "pending") return { kind: "pending", approvalId: block.callId };
        if (decision === "approved") return { kind: "approved", exactText: block.name };
        return decision === "refused" ? { kind: "refused", text: "A person said no." } : { kind: "none" };
      },
      askApprovals: async (_, asks) => {
        happened.push(`ask ${asks.map((ask) => ask.call.name).join("+")}`);
        for (const ask of asks) {
          const row = open.get(ask.call.callId);
          if (row !== undefined)
            open.set(ask.call.callId, { ...row, status: "awaiting_approval", decision: "pending" });
        }
        return asks.map((ask) => ask.call.callId);
      },
      startCall: async (_, block) => {
        const row = open.get(block.callId);
        if (row !== undefined) open.set(block.callId, { ...row, status: "started" });
      },
      runCall: async (_, block) => {
        happened.push(block.name);
        return tools[block.name]?.(block.args) ?? toolText(`${block.name} done ${happened.length}`);
      },
      finishCall: async (entryId, block, result) =>
        answer(entryId, block, { outcome: result.isError ? "failed" : "done", text: result.text }),
      refuseCall: async (entryId, block, refusal) => answer(entryId, block, refusal),
      planCompaction: async () => undefined,
      flushMemory: async () => undefined,
      summarise: async () => expect.fail("Nothing is summarised here."),
      appendCompaction: async () => expect.fail("Nothing is compacted here."),
      recoversFromOverflow: true,
      boundary: () => state.boundary,
    },
  };
  return state;
}

async function drive(state: World, scenario = taskExecution, most = 200): Promise<StepEnd> {
  for (let at = 0; at < most; at += 1) {
    const end = await runStep(state.ports, { scenario, notes: NOTES });
    if (end.kind !== "continue") return end;
  }
  throw new Error("The turn did not end.");
}

function notesOf(state: World): string[] {
  return state.entries.flatMap(({ payload }) => (payload.kind === "note" ? [payload.topic] : []));
}

fact(["I7"], "only a submit ends a task well: a reply that just ends is `ended`", async () => {
  const submitted = world([reply([call("task_submit_review")], "tool-use")], {
    task_submit_review: () => ({ text: "submitted", isError: false, outcome: { kind: "submitted" } }),
  });
  expect(await drive(submitted)).toEqual({ kind: "submitted" });
  const talked = world([reply([{ type: "text", text: "I am done!" }])]);
  expect(await drive(talked)).toEqual({ kind: "ended", text: "I am done!" });
});

fact(["M112"], "a reply cut by max_tokens is continued by a prompt of the engine", async () => {
  const state = world([
    reply([{ type: "text", text: "half" }], "max-tokens"),
    reply([{ type: "text", text: "whole" }]),
  ]);
  expect(await drive(state)).toEqual({ kind: "ended", text: "whole" });
  expect(notesOf(state)).toEqual(["continue:1"]);
});

fact(["M113"], "calls of a task run one after the other; those of a review side by side", async () => {
  const script = (): ModelReply[] => [
    reply([call("read_a"), call("read_b"), call("read_c")], "tool-use"),
    reply([{ type: "text", text: "." }]),
  ];
  let running = 0;
  let most = 0;
  const watch = (state: World): World => {
    const { runCall } = state.ports;
    return {
      ...state,
      ports: {
        ...state.ports,
        runCall: async (...args) => {
          most = Math.max(most, (running += 1));
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return runCall(...args);
        },
      },
    };
  };
  await drive(watch(world(script())));
  expect(most).toBe(1);
  await drive(watch(world(script())), review);
  expect(most).toBe(3);
});

fact(
  ["M115", "M119"],
  "250 steps of a task meet no cap; reminders come each 10 steps and checkpoints each 30",
  async () => {
    const script = Array.from({ length: 250 }, (_, at) => reply([call("write", { at })], "tool-use"));
    const state = world([...script, reply([{ type: "text", text: "end" }])]);
    expect(await drive(state, taskExecution, 600)).toEqual({ kind: "ended", text: "end" });
    const notes = notesOf(state);
    expect(notes.filter((topic) => topic.startsWith("submit-reminder"))).toHaveLength(25);
    expect(notes.filter((topic) => topic.startsWith("reflection-checkpoint"))).toEqual(
      [30, 60, 90, 120, 150, 180, 210, 240].map((steps) => `reflection-checkpoint:${steps}`),
    );
  },
);

fact(["M114"], "a capped scenario ends at its cap", async () => {
  const script = Array.from({ length: 300 }, (_, at) => reply([call("read", { at })], "tool-use"));
  expect(await drive(world(script), review, 600)).toEqual({ kind: "cap-reached", steps: 200 });
});

fact(["M116", "PEER-T10"], "the same call with the same result stops at the third time, after a warning", async () => {
  const same = call("search", { q: "x" });
  const script = Array.from({ length: 9 }, (_, at) => reply([{ ...same, callId: `s${at}` }], "tool-use"));
  const state = world(script, { search: () => toolText("nothing") });
  const end = await drive(state);
  expect(end.kind).toBe("loop-detected");
  expect(state.happened.filter((event) => event === "model")).toHaveLength(3);
  expect(notesOf(state)).toEqual(["loop-warning:2"]);
});

fact(
  ["I8"],
  "after a crash between two calls the finished one is not repeated and the rest of the reply goes on",
  async () => {
    const state = world([
      reply([call("write_a"), call("write_b")], "tool-use"),
      reply([{ type: "text", text: "end" }]),
    ]);
    const { startCall } = state.ports;
    const dying: StepPorts = {
      ...state.ports,
      startCall: async (entryId, block) => {
        if (block.name === "write_b") throw new Error("killed before the second call");
        await startCall(entryId, block);
      },
    };
    await expect(runStep(dying, { scenario: taskExecution, notes: NOTES })).rejects.toThrow("killed");
    expect(await drive(state)).toEqual({ kind: "ended", text: "end" });
    expect(state.happened).toEqual(["model", "write_a", "write_b", "model"]);
  },
);

fact(
  ["I13"],
  "a step's approvals are asked for together, reads run meanwhile, and each approved call runs once",
  async () => {
    const state = world([
      reply([call("risky_a"), call("read_x"), call("risky_b"), call("write_y")], "tool-use"),
      reply([{ type: "text", text: "end" }]),
    ]);
    const first = await drive(state);
    expect(first).toMatchObject({ kind: "awaiting-approval" });
    expect(state.happened).toEqual(["model", "ask risky_a+risky_b", "read_x"]);
    const rows = [...state.open.values()];
    for (const row of rows) {
      const decision = row.call.name === "risky_a" ? "approved" : "refused";
      if (row.status === "awaiting_approval") state.open.set(row.call.callId, { ...row, decision });
    }
    expect(await drive(state)).toEqual({ kind: "ended", text: "end" });
    expect(state.happened).toEqual(["model", "ask risky_a+risky_b", "read_x", "risky_a", "write_y", "model"]);
    const denied = state.entries.flatMap(({ payload }) =>
      payload.kind === "tool-result" && payload.outcome === "denied" ? [payload.name] : [],
    );
    expect(denied).toEqual(["risky_b"]);
  },
);

test("a stop is obeyed before the next call of a task and before a model call; preemption waits for the reply's calls", async () => {
  const state = world([reply([call("write_a"), call("write_b")], "tool-use"), reply([{ type: "text", text: "end" }])]);
  state.boundary = "preempt";
  expect(await drive(state)).toEqual({ kind: "preempted" });
  state.boundary = "go";
  await runStep(state.ports, { scenario: taskExecution, notes: NOTES });
  state.boundary = "preempt";
  expect(await drive(state)).toEqual({ kind: "preempted" });
  state.boundary = "stop";
  expect(await drive(state)).toEqual({ kind: "stopped" });
});
