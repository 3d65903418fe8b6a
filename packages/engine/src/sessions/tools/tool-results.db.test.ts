import { project } from "@cadre/core";
import { type Message, NO_USAGE, type ToolResultEntry } from "@cadre/domain";
import { TOOL_LIMITS } from "@cadre/shared";
import {
  engineFixture,
  type EngineFixture,
  fact,
  giveOrganization,
  openToolDesk,
  queueTestRun,
  type ToolDesk,
} from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { forkSession } from "../fork-session.ts";
import { loadSession } from "../load-session.ts";

let fixture: EngineFixture;
let desk: ToolDesk;
let sessionId: string;

beforeAll(async () => {
  fixture = await engineFixture();
  const { given } = fixture;
  ({ desk, sessionId } = await openDesk(given.workerId));
});
afterAll(() => fixture.close());

async function openDesk(agentId: string): Promise<{ desk: ToolDesk; sessionId: string }> {
  const { deps, given } = fixture;
  const key = `results:${deps.newId("item")}`;
  const made = await transact(deps, given.system, (tx) => tx.sessions.ensure({ key, agentId, kind: "chat" }));
  const runId = await queueTestRun(deps, given, { agentId, sessionId: made.sessionId });
  return { desk: await openToolDesk(fixture, { agentId, runId }), sessionId: made.sessionId };
}

async function store(callId: string, text: string, more: Partial<ToolResultEntry> = {}, to = sessionId): Promise<void> {
  const { deps, given } = fixture;
  await transact(deps, given.system, async (tx) => {
    const assistantEntryId = await tx.sessions.append(to, {
      kind: "assistant-message",
      v: 1,
      content: [{ type: "tool-call", callId, name: "shell_execute", args: {} }],
      model: { provider: "simulated", model: "m" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    });
    await tx.sessions.append(to, {
      kind: "tool-result",
      v: 1,
      assistantEntryId,
      callId,
      name: "shell_execute",
      outcome: "done",
      text,
      ...more,
    });
  });
}

const read = (callId: string, more: object = {}, at = desk) =>
  at.call("session_tool_result", { tool_call_id: callId, ...more });
const grep = (callId: string, pattern: string, at = desk) =>
  at.call("session_tool_result_grep", { tool_call_id: callId, pattern });
const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `row ${at + 1}`).join("\n");

fact("TW-19", "a result is read page by page: 2,000 lines at once however many are asked for", async () => {
  await store("call_rows", numbered(5_000));
  const page = await read("call_rows", { max_lines: 5_000 });
  expect(page.isError).toBe(false);
  const [header, ...rows] = page.text.split("\n");
  expect(header).toBe("[call_rows: lines 1–2000 / 5000, has_more: true; go on with offset 2001]");
  expect(rows).toEqual(numbered(2_000).split("\n"));
  expect((await read("call_rows", { offset: 4_999, max_lines: 2 })).text).toBe(
    "[call_rows: lines 4999–5000 / 5000, has_more: false]\nrow 4999\nrow 5000",
  );
  expect((await read("call_rows", { offset: 9_000 })).text).toBe(
    "[call_rows: line 9000 is past the end; lines / 5000, has_more: false]\n",
  );
});

test("what a page answers stands whole in a prompt, also of a line of 1 MB without any break", async () => {
  await store("call_long", `${"😀".repeat(250_000)}needle${"水".repeat(500_000)}`);
  let place: { offset: number; column: number } | undefined = { offset: 1, column: 1 };
  let seen = "";
  for (let pages = 0; pages < 3 && place !== undefined; pages += 1) {
    const { text } = await read("call_long", place);
    expect([...text].length).toBeLessThanOrEqual(TOOL_LIMITS.virtualiseChars);
    expect(text.isWellFormed()).toBe(true);
    const [header = "", body = ""] = text.split("\n");
    const [, column] = /column (\d+)\]$/.exec(header) ?? [];
    place = column === undefined ? undefined : { offset: 1, column: Number(column) };
    seen += body;
  }
  expect(seen).toBe("😀".repeat(seen.length / 2));
  const found = await grep("call_long", "needle");
  expect(found.text).toContain("[call_long: 1 lines match, truncated: true]");
  const [, column = "1"] = /\n1 \(from column (\d+)\): …/.exec(found.text) ?? [];
  expect((await read("call_long", { column: Number(column) })).text).toContain("😀needle水");
});

fact(
  "TW-21",
  "a search answers numbered lines; none is an answer, a bad pattern an error, a long line is cut",
  async () => {
    await store(
      "call_mixed",
      ["alpha", `${"b".repeat(900)}needle${"c".repeat(900)}`, "gamma 7", "delta 77"].join("\n"),
    );
    expect((await grep("call_mixed", "\\d$")).text).toBe(
      "[call_mixed: 2 lines match, truncated: false]\n3: gamma 7\n4: delta 77",
    );
    const none = await grep("call_mixed", "omega");
    expect(none).toMatchObject({ isError: false, text: "No line of call_mixed matches omega." });
    expect(await grep("call_mixed", "([a")).toMatchObject({ isError: true });
    const cut = await grep("call_mixed", "needle");
    const shown = /: …(.*)…$/.exec(cut.text)?.[1] ?? "";
    expect(shown).toHaveLength(500);
    expect(shown).toContain("needle");
    expect(cut.text).toContain("truncated: true");
    await store("call_many", numbered(3_000));
    expect((await grep("call_many", "row")).text).toContain("100 lines match, truncated: true; there are more");
  },
);

test("a pattern that would take others for ever is answered at once, and a search hears when it is to stop", async () => {
  await store("call_evil", `${"a".repeat(60_000)}!`);
  const began = performance.now();
  expect((await grep("call_evil", "^(a+)+$")).text).toBe("No line of call_evil matches ^(a+)+$.");
  expect(performance.now() - began).toBeLessThan(30_000);
  const stopped: ToolDesk = await openToolDesk(fixture, { agentId: fixture.given.workerId, runId: desk.context.runId });
  Object.assign(stopped.context, { signal: AbortSignal.abort() });
  expect(await grep("call_evil", "x", stopped)).toMatchObject({ isError: true });
});

fact(
  "TW-22",
  "a call of another session is not found, be it of the same agent or of another organization",
  async () => {
    const { deps } = fixture;
    const other = await openDesk(fixture.given.workerId);
    await store("call_theirs", "secret", {}, other.sessionId);
    for (const id of ["call_theirs", "call_none", 'x","text":"', "call_row"]) {
      for (const answer of [await read(id), await grep(id, "secret")]) {
        expect(answer).toMatchObject({ isError: true });
        expect(answer.text).toContain("This session has no result of a call");
        expect(answer.text).not.toContain("secret");
      }
    }
    expect((await read("call_theirs", {}, other.desk)).text).toContain("secret");
    const stranger = await giveOrganization(deps, "elsewhere");
    const foreign = await openToolDesk(
      { ...fixture, given: stranger },
      { agentId: stranger.workerId, runId: desk.context.runId },
    );
    expect(await read("call_rows", {}, foreign)).toMatchObject({ isError: true });
  },
);

fact("TW-23", "what a tool kept whole is what is paged, and what the blob store has; a fork reads it too", async () => {
  const { deps, given } = fixture;
  await store("call_full", "short", { fullText: "kept\nwhole" });
  expect((await read("call_full")).text).toContain("\nkept\nwhole");
  const whole = numbered(20_000);
  const hash = await deps.blobs.put(whole);
  const blob = { hash, chars: whole.length, lines: 20_000, tail: "row 20000" };
  await store("call_blob", whole.slice(0, 2_000), { blob });
  expect((await read("call_blob", { offset: 19_999 })).text).toContain("lines 19999–20000 / 20000");
  expect((await grep("call_blob", "^row 1234$")).text).toContain("1234: row 1234");
  const fork = await forkSession(deps, given.member, { sessionId, position: "at" });
  const runId = await queueTestRun(deps, given, { agentId: given.workerId, sessionId: fork.id });
  const forked = await openToolDesk(fixture, { agentId: given.workerId, runId });
  expect((await read("call_blob", { offset: 19_999 }, forked)).text).toContain("lines 19999–20000 / 20000");
  await store("call_lost", "beginning", { blob: { ...blob, hash: "0".repeat(64) } });
  expect(await read("call_lost")).toMatchObject({
    isError: true,
    text: expect.stringContaining("not in the blob store"),
  });
});

test("a call id that a model used again is its newest result", async () => {
  await store("call_twice", "first");
  await store("call_twice", "second");
  expect((await read("call_twice")).text).toContain("second");
});

test("what the placeholder names is what the tools take", async () => {
  await store("call_named", numbered(9_000));
  const log = await loadSession(fixture.deps, { id: sessionId, organizationId: fixture.given.organizationId });
  const shown = resultOf(project(log, { hasResultTool: true }), "call_named");
  const [, tool = "", id = ""] = /Read it with (\w+), tool_call_id (\S+)\.$/.exec(shown) ?? [];
  expect((await desk.call(tool, { tool_call_id: id })).text).toContain("lines 1–");
});

function resultOf(messages: readonly Message[], callId: string): string {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  return results.find((result) => result.callId === callId)?.text ?? "";
}
