import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { taskBrief } from "./briefs.fixture.ts";
import { ask, converse, type Setting, user } from "./conversation.fixture.ts";
import { Office, toolSpecs } from "./office.fixture.ts";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";

const F = "```";
const HELLO = "Create `out/hello.txt` with hello cadre, run `wc -c out/hello.txt`.";

let simulator: ProviderSimulator;
let client: Anthropic;
let office: Office;

beforeAll(async () => {
  simulator = createProviderSimulator({ now: () => new Date("2026-11-29T12:00:00Z"), pace: 0 });
  client = new Anthropic({ apiKey: "sim", baseURL: await simulator.listen(), maxRetries: 0 });
});
afterAll(() => simulator.close());
beforeEach(() => {
  office = new Office();
});
afterEach(() => office.close());

const setting = (more: Partial<Setting> = {}): Setting => ({ client, office, ...more });
const work = (description: string, more: Partial<Setting> = {}) =>
  converse(setting(more), [user(taskBrief(description))]);

test("a task a person typed is carried out, and the submit quotes what the tools said", async () => {
  const { texts } = await work(HELLO);
  expect(office.read("out/hello.txt")).toBe("hello cadre\n");
  expect(office.submits).toHaveLength(1);
  const [submitted] = office.submits;
  expect(submitted?.["summary"]).toMatch(/12 out\/hello\.txt\nexit code: 0/);
  expect(submitted?.["deliverables"]).toEqual([
    { type: "file", reference: "out/hello.txt", summary: "12 bytes, 1 lines" },
  ]);
  expect(office.subtasks.map(({ title, status }) => [title, status])).toEqual([
    ["write out/hello.txt", "completed"],
    ["run wc -c out/hello.txt", "completed"],
  ]);
  expect(texts.every((text) => text.startsWith("[simulated worker] "))).toBe(true);
  expect(texts).toContain("[simulated worker] step 2 of 2: run wc -c out/hello.txt");
  expect(office.updates).toEqual([]);
  expect(() => office.read("never.txt")).toThrow();
});

test("every reply after the first reads the whole prefix that came before", async () => {
  const { usage } = await work(`${HELLO} Then run \`cat out/hello.txt\`.`, {
    model: "claude-sonnet-5",
  });
  expect(usage.length).toBeGreaterThan(5);
  expect(usage[0]?.cache_creation_input_tokens).toBeGreaterThan(1_024);
  for (const [at, { input_tokens, cache_read_input_tokens }] of usage.entries()) {
    const before = usage[at - 1];
    const written = (before?.cache_creation_input_tokens ?? 0) + (before?.cache_read_input_tokens ?? 0);
    expect([at, input_tokens, cache_read_input_tokens]).toEqual([at, 0, written]);
  }
});

test("files from fenced blocks, edits, checklists and acceptance commands", async () => {
  await work(`Do this:

- [ ] Create \`scripts/sum.mjs\` with:
  ${F}js
  import { readFileSync, writeFileSync } from "node:fs";
  const rows = readFileSync("data.csv", "utf8").trim().split("\\n").slice(1);
  writeFileSync("sum.txt", rows.reduce((sum, row) => sum + Number(row), 0) + "\\n");
  ${F}
- [ ] create \`data.csv\` with:
  ${F}
  n
  1
  2
  ${F}
- [ ] replace \`2\` with \`41\` in \`data.csv\`
- [ ] run \`node scripts/sum.mjs\`

Acceptance:
- run \`grep -x 42 sum.txt\`
- the script is easy to read

Deliverables: \`sum.txt\``);
  expect(office.read("sum.txt")).toBe("42\n");
  expect(office.submits[0]).toMatchObject({
    deliverables: [{ reference: "sum.txt" }],
    known_issues: "Not checked by me: the script is easy to read",
  });
  expect(office.submits[0]?.["summary"]).toContain("run grep -x 42 sum.txt → 42\nexit code: 0");
});

test("a failed step ends in one comment that quotes the output, and a blocked task", async () => {
  const { texts } = await work("Run `echo half; echo broken >&2; exit 3` and then run `touch after.txt`.");
  expect(office.comments).toHaveLength(1);
  expect(office.comments[0]).toMatch(/half\nbroken\nexit code: 3/);
  expect(office.updates).toEqual([{ status: "blocked", note: expect.stringContaining("exit 3") }]);
  expect(office.submits).toEqual([]);
  expect(() => office.read("after.txt")).toThrow();
  expect(texts.at(-1)).toContain("set DEMO-1 to blocked");
});

test.each([
  ["nothing understood", "Design a new logo and make it pop.", "no step"],
  ["an item not understood", "- [ ] create `a.txt` with a\n- [ ] make it beautiful", "make it beautiful"],
])("%s: an honest comment and blocked, nothing touched, never submitted", async (_name, description, reason) => {
  await work(description);
  expect(office.comments).toEqual([expect.stringContaining("scripted stand-in")]);
  expect(office.comments[0]).toContain(reason);
  expect(office.updates).toEqual([{ status: "blocked", note: expect.any(String) }]);
  expect(office.calls).toEqual(["task_comment", "task_update"]);
});

test("without a tool for a step the worker says so", async () => {
  const tools = toolSpecs(["file_write", "task_comment", "task_update", "task_submit_review"]);
  await work(HELLO, { tools });
  expect(office.comments[0]).toContain("No tool for this was offered");
  expect(office.submits).toEqual([]);
});

test("tools of other names and arguments are found by what they are for", async () => {
  const tool = (name: string, ...properties: string[]): Anthropic.Tool => ({
    name,
    input_schema: { type: "object", properties: Object.fromEntries(properties.map((property) => [property, {}])) },
  });
  const tools = [
    tool("write_file", "path", "content"),
    tool("read_file", "path"),
    tool("run_command", "command"),
    tool("post_comment", "body"),
    tool("submit_for_review", "summary"),
  ];
  await work(HELLO, { tools });
  expect(Object.keys(office.submits[0] ?? {})).toEqual(["summary"]);
  expect(office.read("out/hello.txt")).toBe("hello cadre\n");
});

test("the platform's changing situation after each message changes nothing", async () => {
  const situation =
    '<situation>\nTask id: tsk_other\nHEARTBEAT: review request, create `never.txt` with "x"\n</situation>';
  await work(HELLO, { situation });
  expect(office.submits).toHaveLength(1);
  expect(office.calls).not.toContain("task_comment");
});

test("the reply is a function of the request: cut anywhere and resumed with a note, the work is the same", async () => {
  const whole = await work(HELLO);
  const note = "[SYSTEM] Your last attempt at this task was interrupted: the worker process was lost.";
  for (let kept = 1; kept < whole.messages.length; kept += 2) {
    const expected = whole.messages[kept];
    const plain = await ask(setting(), whole.messages.slice(0, kept));
    const noted = await ask(setting(), [...whole.messages.slice(0, kept), user(note)]);
    const shape = (content: Anthropic.MessageParam["content"] | undefined) =>
      Array.isArray(content) ? content.map((block) => ({ ...block, id: "" })) : content;
    expect(shape(plain.content)).toEqual(shape(expected?.content));
    expect(shape(noted.content)).toEqual(shape(expected?.content));
  }
});

const EFFECTS = [
  ["an append", "run `echo step one >> effects.log`"],
  ["an append behind a command", "run `node -e '1' && echo step one >> effects.log`"],
  [
    "a check the task names",
    "run `sh -c 'printf \"step one\\n\" >> effects.log'` (check with `grep -qx 'step one' effects.log`)",
  ],
  ["an appended line with a variable", 'run `echo "step one $HOME" >> effects.log`'],
] as const;

test.each(
  EFFECTS.flatMap(
    ([name, step]) =>
      [
        [name, step, "took effect"],
        [name, step, "did not happen"],
      ] as const,
  ),
)("%s that was interrupted (%s) and %s is found in the file exactly once", async (_name, step, truth) => {
  let interruptions = 0;
  office.intercept = (name, input) => {
    const isMeant = name === "shell_execute" && String(input["command"]).includes(">> effects.log");
    if (!isMeant || interruptions > 0) return undefined;
    interruptions += 1;
    office.intercept = () => undefined;
    if (truth === "took effect") office.run(name, input);
    const text =
      "interrupted: no result was recorded for this call. It may have taken effect or not; check before you repeat it.";
    return { text, isError: true };
  };
  await work(`Create \`effects.log\` with start. Then ${step}. Then run \`wc -l effects.log\`.`);
  expect(interruptions).toBe(1);
  const lines = office.read("effects.log").trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^step one/);
  expect(office.submits).toHaveLength(1);
});

test("a command nobody can judge after an interruption is left to a person", async () => {
  office.intercept = (name) =>
    name === "shell_execute"
      ? { text: "The outcome of this call is unknown. Check before repeating.", isError: true }
      : undefined;
  await work("Run `git push origin main`.");
  expect(office.calls).toEqual(["shell_execute", "task_comment", "task_update"]);
  expect(office.comments[0]).toContain("nothing tells me whether it took effect");
});

test("interrupted writes, edits and submits are looked at before they are repeated", async () => {
  const interrupted = new Set<string>();
  office.intercept = (name, input) => {
    if (!["file_write", "file_edit", "task_submit_review"].includes(name) || interrupted.has(name)) return undefined;
    interrupted.add(name);
    office.run(name, input);
    return { text: "interrupted: check before you repeat it.", isError: true };
  };
  await work("Create `a.txt` with `one`, then replace `one` with `two` in `a.txt`.");
  expect(office.read("a.txt")).toBe("two\n");
  expect(office.submits).toHaveLength(1);
  expect(office.calls.filter((name) => name === "file_edit")).toHaveLength(2);
  expect(office.calls.filter((name) => name === "file_read").length).toBeGreaterThanOrEqual(3);
});

test("sent back, the worker carries out the steps for it; the reason alone may hold them", async () => {
  office.write("a.txt", "one\n");
  const description =
    "Create `a.txt` with `one`.\n\n## When sent back\n\nReplace `one` with `two` in `a.txt`, then run `cat a.txt`.";
  await converse(setting(), [user(taskBrief(description, { round: 2, sentBack: "check lines: exit code: 1" }))]);
  expect(office.read("a.txt")).toBe("two\n");
  expect(office.submits[0]?.["summary"]).toContain("DEMO-1, round 2: 2 steps.");
  const bySentence = taskBrief("Create `a.txt` with `one`.", {
    round: 3,
    sentBack: "Please replace `two` with `three` in `a.txt`.",
  });
  await converse(setting(), [user(bySentence)]);
  expect(office.read("a.txt")).toBe("three\n");
  await converse(setting(), [
    user(taskBrief("Create `a.txt` with `one`.", { round: 4, sentBack: "Not good enough." })),
  ]);
  expect(office.submits).toHaveLength(2);
  expect(office.updates.at(-1)?.status).toBe("blocked");
  expect(office.comments.at(-1)).toContain("sent back");
});

test("a submit refused by a check gets one try with the steps for it", async () => {
  office.intercept = (name) =>
    name === "task_submit_review" && office.read("a.txt") === "one\n"
      ? { text: "Refused: check two failed:\nexit code: 1", isError: true }
      : undefined;
  await work("Create `a.txt` with `one`.\n\nIf sent back: replace `one` with `two` in `a.txt`.");
  expect(office.submits).toHaveLength(1);
  await work("Create `a.txt` with `one`.");
  expect(office.submits).toHaveLength(1);
  expect(office.comments.at(-1)).toContain("check two failed");
});

test("subtasks of an earlier attempt are used, not made again, and closed before the submit", async () => {
  office.subtasks.push({ id: "sub_7", title: "write out/hello.txt", status: "pending" });
  office.subtasks.push({ id: "sub_8", title: "run wc -c out/hello.txt", status: "completed" });
  const after = "Subtasks:\n- [pending] write out/hello.txt (sub_7)\n- [completed] run wc -c out/hello.txt (sub_8)";
  await converse(setting(), [user(taskBrief(HELLO, { after }))]);
  expect(office.calls).not.toContain("subtask_create");
  expect(office.subtasks.map(({ status }) => status)).toEqual(["completed", "completed"]);
  expect(office.submits).toHaveLength(1);
});

test("after its history was folded into a summary it goes on behind the last step that it announced", async () => {
  const append = (n: number) => `run \`echo line ${n} >> effects.log\``;
  const description = [1, 2, 3, 4].map(append).join(", then ");
  const whole = await work(description, { maxReplies: 4 });
  expect(office.read("effects.log")).toBe("line 1\nline 2\nline 3\n");
  const summary = `[Previous conversation compacted]\n${whole.texts.join("\n")}`;
  await converse(setting(), [user(taskBrief(description)), user(summary)]);
  expect(office.read("effects.log")).toBe("line 1\nline 2\nline 3\nline 4\n");
  expect(office.submits[0]?.["summary"]).toContain("before the history was shortened");
});

test("a reply cut at its limit or inside a tool's input is made again", async () => {
  const messages = [user(taskBrief(HELLO))];
  simulator.faults.plan({ kind: "max-tokens", tokens: 3 });
  const cut = await ask(setting(), messages);
  expect(cut.stop_reason).toBe("max_tokens");
  messages.push(
    { role: "assistant", content: cut.content },
    user("[SYSTEM] Your reply reached its length limit. Go on."),
  );
  await converse(setting(), messages);
  expect(office.submits).toHaveLength(1);
});

test("a call longer than a reply may be is not tried again and again", async () => {
  const { texts } = await work(`Create \`a.txt\` with:\n${F}\n${"x".repeat(20_000)}\n${F}`);
  expect(texts).toEqual([expect.stringContaining("a reply may have 4000")]);
  expect(office.calls).toEqual([]);
});

test("a beat is answered with exactly HEARTBEAT_OK, anything else with a short honest text", async () => {
  const beat = await converse(setting(), [user("[HEARTBEAT CHECK-IN]\n\nOpen tasks: DEMO-1 (tsk_a) run `x y`")]);
  expect(beat.texts).toEqual(["HEARTBEAT_OK"]);
  const messages = [user("Post-task reflection\n\nDEMO-1 · T (tsk_parent) was accepted after a review.")];
  const reflection = await converse(setting(), messages);
  expect(reflection.texts).toEqual([expect.stringContaining("scripted stand-in")]);
  const chat = await converse(setting(), [user("Hello! Please create `a.txt` with a.")]);
  expect(chat.texts).toEqual([expect.stringContaining("scripted stand-in")]);
  expect(office.calls).toEqual([]);
});
