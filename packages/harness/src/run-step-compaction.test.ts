import type { BundleResult } from "@cadre/core";
import { assistantEntryOf, type EntryPayload, type Message, userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { compactionDesk, failsWith, givenLog, wordsOf } from "./compaction-desk.fixture.ts";
import type { ModelAnswer } from "./compaction-ports.ts";
import { runStep } from "./run-step.ts";
import { taskExecution } from "./scenarios/task-execution.scenario.ts";
import type { StepEnd, StepPorts } from "./step-ports.ts";

const NOTES = { continueReply: "continue", submitReminder: String, reflectionCheckpoint: String, loopWarning: String };

type Given = {
  readonly steps: number;
  readonly answers: readonly ModelAnswer[];
  /** What a bundle says of each load, by the number of entries. */
  readonly bundle?: (entries: number) => Partial<Extract<BundleResult, { kind: "bundle" }>> | BundleResult;
  readonly recovers?: boolean;
};

/** Steps over a log in memory. Tells what was asked of the ports, in order. */
function world({ steps, answers, bundle = () => ({}), recovers = true }: Given): {
  readonly run: () => Promise<StepEnd>;
  readonly did: string[];
  readonly log: () => EntryPayload[];
} {
  const entries = givenLog(steps);
  const desk = compactionDesk(entries, [wordsOf("It went well.")]);
  const script = [...answers];
  const did = desk.happened;
  const append = (payload: EntryPayload): string => {
    entries.push({ id: `ent_${entries.length}`, parentId: null, payload });
    return `ent_${entries.length - 1}`;
  };
  const refuse = async (): Promise<never> => expect.fail("No call is made here.");
  const ports: StepPorts = {
    ...desk.ports,
    recoversFromOverflow: recovers,
    load: async () => {
      did.push("load");
      return { entries: [...entries], openCalls: [] };
    },
    buildBundle: async (given) => {
      did.push("build");
      const messages: Message[] = [userText("Go.")];
      return { kind: "bundle", messages, receipt: {}, ...bundle(given.length) } as BundleResult;
    },
    callModel: async () => {
      did.push("call");
      return script.shift() ?? failsWith("server");
    },
    appendReply: async (reply) => append(assistantEntryOf(reply)),
    appendNote: async (topic, text) => void append({ kind: "note", v: 1, topic, text }),
    planCall: () => ({ kind: "run" }),
    effectOf: () => "read",
    decisionOf: refuse,
    askApprovals: refuse,
    startCall: refuse,
    runCall: refuse,
    finishCall: refuse,
    refuseCall: refuse,
  };
  return {
    run: () => runStep(ports, { scenario: taskExecution, notes: NOTES }),
    did,
    log: () => entries.map(({ payload }) => payload),
  };
}

async function step(given: Given): Promise<{ end: StepEnd; did: string[] }> {
  const { run, did } = world(given);
  return { end: await run(), did };
}

const due = { receipt: { compactionDue: "messages" } } as never;
const full = (text: string): ModelAnswer => {
  const answer = wordsOf(text);
  if (answer.kind !== "reply") return answer;
  return { kind: "reply", reply: { ...answer.reply, stopReason: "context-exceeded" } };
};

test("a history that is due is compacted before it is sent, loaded and built anew, once", async () => {
  const { end, did } = await step({ steps: 41, answers: [wordsOf("Done.")], bundle: () => due });
  expect(end).toEqual({ kind: "continue" });
  expect(did).toEqual(["load", "build", "flush", "summarise", "append", "load", "build", "call"]);
});

test("a history that is due but cannot be cut is sent as it is", async () => {
  const { did } = await step({ steps: 3, answers: [wordsOf("Done.")], bundle: () => due });
  expect(did).toEqual(["load", "build", "call"]);
});

test("what does not fit, and what no provider would accept, ends the turn unsent", async () => {
  const tooLarge = { kind: "over-budget", message: "The brief is too large." } as BundleResult;
  const over = await step({ steps: 3, answers: [], bundle: () => tooLarge });
  expect(over.end).toEqual({ kind: "over-budget", message: "The brief is too large." });
  const reply: Message = { role: "assistant", content: [{ type: "text", text: "First?" }] };
  const invalid = await step({ steps: 3, answers: [], bundle: () => ({ messages: [reply] }) });
  expect(invalid.end).toMatchObject({ kind: "invalid-history", message: expect.stringContaining("user message") });
  for (const { did } of [over, invalid]) expect(did).not.toContain("call");
});

fact(
  "TW-26",
  "a call that the provider finds too large is made again after a compaction, if that is allowed",
  async () => {
    const answers = [failsWith("context-exceeded"), wordsOf("Done.")];
    const { end, did } = await step({ steps: 21, answers });
    expect(end).toEqual({ kind: "continue" });
    expect(did).toEqual(["load", "build", "call", "load", "flush", "summarise", "append", "load", "build", "call"]);

    const forbidden = await step({ steps: 21, answers, recovers: false });
    expect(forbidden.end).toMatchObject({ kind: "model-failed", failure: { kind: "context-exceeded" } });
    expect(forbidden.did).toEqual(["load", "build", "call"]);
  },
);

test("it is made again once: a second refusal is what becomes of the step", async () => {
  const answers = [failsWith("context-exceeded"), failsWith("context-exceeded")];
  const { end, did } = await step({ steps: 21, answers });
  expect(end).toMatchObject({ kind: "model-failed", failure: { kind: "context-exceeded" } });
  expect(did.filter((act) => act === "call")).toHaveLength(2);
});

test("a reply that filled the window is continued after a compaction; one that fills it again ends the turn", async () => {
  const { run, did, log } = world({
    steps: 21,
    answers: [full("The first ha"), full("lf, and the se"), wordsOf("Never.")],
  });
  expect(await run()).toEqual({ kind: "continue" });
  expect(did).not.toContain("flush");
  expect(await run()).toEqual({ kind: "continue" });
  expect(log().at(-1)).toMatchObject({ kind: "note", text: "continue" });
  expect(await run()).toEqual({ kind: "continue" });
  expect(did.filter((act) => act === "append")).toHaveLength(1);
  expect(await run()).toEqual({ kind: "ended", text: "lf, and the se" });
  expect(did.filter((act) => act === "call")).toHaveLength(2);
});
