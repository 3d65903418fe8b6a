import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { taskBrief } from "./briefs.fixture.ts";
import { converse, type Setting, user } from "./conversation.fixture.ts";
import { Office } from "./office.fixture.ts";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";

const F = "```";
const PLAN = `Find out what sold best.

- **Write the report** (assign to: Bo; reviewer: Rita; after: Compute the totals; priority: high): Create \`report.md\` with "see totals.json".
- **Compute the totals** (assignee role: worker): Sum up the file.

  Create \`totals.json\` with:
  ${F}json
  { "total": 3 }
  ${F}

  Acceptance checks:
  ${F}json
  [{ "name": "json", "command": "node -e 'JSON.parse(1)'", "stage": "accept" }]
  ${F}

When all parts are finished, run \`cat report.md\`.

Deliverables: \`report.md\``;

const DONE = `[SYSTEM] All child tasks are finished.

- DEMO-2 (tsk_child1) [completed] Compute the totals
  Result: done
  - path: totals.json
- DEMO-3 (tsk_child2) [completed] Write the report: Create report.md
  - path: report.md

Go on with your own task now.`;

let simulator: ProviderSimulator;
let office: Office;
let setting: Setting;

beforeAll(async () => {
  simulator = createProviderSimulator({ now: () => new Date(0), pace: 0 });
  const client = new Anthropic({ apiKey: "sim", baseURL: await simulator.listen(), maxRetries: 0 });
  setting = { client, office: new Office(), system: "Position: manager" };
  setting.office.close();
});
afterAll(() => simulator.close());
beforeEach(() => {
  office = new Office();
  setting = { ...setting, office };
});
afterEach(() => office.close());

test("a manager hands its parts out in order, waits, looks at what came back, does the rest and submits", async () => {
  const messages = [user(taskBrief(PLAN))];
  const first = await converse(setting, messages);
  expect(office.created).toEqual([
    {
      title: "Compute the totals",
      description: `Sum up the file.\n\nCreate \`totals.json\` with:\n${F}json\n{ "total": 3 }\n${F}`,
      assigned_agent_id: "agt_ada",
      reviewer_id: "agt_rita",
      reviewer_type: "agent",
      project_id: "prj_demo",
      parent_task_id: "tsk_parent",
      acceptance_checks: [{ name: "json", command: "node -e 'JSON.parse(1)'", stage: "accept" }],
    },
    expect.objectContaining({
      title: "Write the report",
      priority: "high",
      assigned_agent_id: "agt_bo",
      blocked_by: ["tsk_child1"],
    }),
  ]);
  expect(office.calls).toEqual(["agent_list_colleagues", "task_create", "task_create"]);
  expect(first.texts.at(-1)).toContain("I wait until they are finished");

  office.write("totals.json", '{ "total": 3 }\n');
  office.write("report.md", "see totals.json\n");
  messages.push(user(DONE));
  await converse(setting, messages);
  expect(office.created).toHaveLength(2);
  expect(office.calls.slice(3)).toEqual(["file_read", "shell_execute", "file_read", "task_submit_review"]);
  expect(office.submits[0]).toMatchObject({ deliverables: [{ type: "file", reference: "report.md" }] });
  expect(office.submits[0]?.["summary"]).toMatch(
    /part "Compute the totals": completed[\s\S]*read totals\.json: 15 bytes[\s\S]*see totals\.json\nexit code: 0/,
  );
});

test("reminded too early, it looks how the parts stand and goes on waiting", async () => {
  const messages = [user(taskBrief(PLAN))];
  await converse(setting, messages);
  const before = office.calls.length;
  messages.push(user("[SYSTEM REMINDER] 3 steps so far. The task ends only with task_submit_review."));
  const second = await converse(setting, messages);
  expect(office.calls.slice(before)).toEqual(["task_get", "task_get"]);
  expect(second.texts.at(-1)).toContain("I wait until they are finished");
  expect(office.submits).toEqual([]);
});

test("a part that failed blocks the whole, and says which", async () => {
  const messages = [user(taskBrief(PLAN))];
  await converse(setting, messages);
  messages.push(user(DONE.replace("[completed] Write", "[failed] Write")));
  await converse(setting, messages);
  expect(office.comments[0]).toContain('"Write the report" is failed');
  expect(office.updates[0]?.status).toBe("blocked");
  expect(office.submits).toEqual([]);
});

test("children that exist already are not created again", async () => {
  office.write("report.md", "see totals.json\n");
  const after =
    "Child tasks:\n- DEMO-2 (tsk_child1) [completed] Compute the totals\n- DEMO-3 (tsk_child2) [completed] Write the report: x";
  await converse(setting, [user(taskBrief(PLAN, { after }))]);
  expect(office.created).toEqual([]);
  expect(office.submits).toHaveLength(1);
});

test.each(["in_progress", "completed"])(
  "after its history was folded into a summary it uses the children it made, which are %s",
  async (status) => {
    const whole = await converse(setting, [user(taskBrief(PLAN))]);
    expect(office.created).toHaveLength(2);
    office.write("report.md", "see totals.json\n");
    office.intercept = (name, { task_id: id }) => {
      if (name !== "task_get") return undefined;
      if (id !== "tsk_parent") return { text: `id: ${String(id)}\nstatus: ${status}` };
      const lines = office.created.map(
        ({ title }, at) => `- DEMO-${at + 2} "${String(title)}" (tsk_child${at + 1}): ${status}`,
      );
      return { text: ["id: tsk_parent", "Parts:", ...lines].join("\n") };
    };
    const messages = [user(taskBrief(PLAN)), user(`[Previous conversation compacted]\n${whole.texts.join("\n")}`)];
    const rest = await converse(setting, messages);
    if (status === "in_progress") {
      expect(rest.texts.at(-1)).toContain("I wait until they are finished");
      await converse(setting, [...messages, user(DONE)]);
    }
    expect(office.calls.filter((name) => name === "agent_list_colleagues")).toHaveLength(1);
    expect(office.created).toHaveLength(2);
    expect(office.submits).toHaveLength(1);
  },
);

test("a history that was folded before anything was handed out is no reason to hand nothing out", async () => {
  const summary = "[Previous conversation compacted]\nSummary: the task was read.";
  office.intercept = (name) => (name === "task_get" ? { text: "id: tsk_parent\nstatus: in_progress" } : undefined);
  await converse(setting, [user(taskBrief(PLAN)), user(summary)]);
  expect(office.created.map(({ title }) => title)).toEqual(["Compute the totals", "Write the report"]);
});

test("sent back, a manager does what its text says for that and delegates nothing again", async () => {
  office.write("report.md", "see totals.json\n");
  const text = `${PLAN}\n\n## When sent back\n\nReplace \`see\` with \`read\` in \`report.md\`.`;
  await converse(setting, [user(taskBrief(text, { round: 2, sentBack: "check wording: exit code: 1" }))]);
  expect(office.created).toEqual([]);
  expect(office.read("report.md")).toBe("read totals.json\n");
  expect(office.submits).toHaveLength(1);
});

test.each([
  ["an unknown colleague", PLAN.replace("assign to: Bo", "assign to: Zoe"), 'No colleague matches "Zoe"'],
  ["an unknown predecessor", PLAN.replace("after: Compute the totals", "after: Guess"), 'comes after "Guess"'],
  [
    "a circle",
    PLAN.replace("(assignee role: worker)", "(assignee role: worker; after: Write the report)"),
    "in a circle",
  ],
])("%s is said before anything is handed out", async (_name, text, reason) => {
  await converse(setting, [user(taskBrief(text))]);
  expect(office.created).toEqual([]);
  expect(office.comments[0]).toContain(reason);
  expect(office.updates[0]?.status).toBe("blocked");
});

test.each(["exists", "does not exist"])(
  "a child whose creation was interrupted and %s is created once",
  async (truth) => {
    let interruptions = 0;
    office.intercept = (name, input) => {
      if (name === "task_get") {
        const lines = office.created.map(
          ({ title }, at) => `- DEMO-${at + 2} (tsk_child${at + 1}) [in_progress] ${String(title)}`,
        );
        return { text: ["id: tsk_parent", "Child tasks:", ...lines].join("\n") };
      }
      if (name === "task_list") return { text: '- OLD-1 "Compute the totals" (tsk_old): completed' };
      if (name !== "task_create" || interruptions > 0) return undefined;
      interruptions += 1;
      if (truth === "exists") office.run(name, input);
      return { text: "interrupted: check before you repeat it.", isError: true };
    };
    await converse(setting, [user(taskBrief(PLAN))]);
    expect(office.created.map(({ title }) => title)).toEqual(["Compute the totals", "Write the report"]);
    expect(office.created[1]).toMatchObject({ blocked_by: ["tsk_child1"] });
  },
);

test("a refused child task is quoted and ends the attempt", async () => {
  office.intercept = (name) =>
    name === "task_create" ? { text: "reviewer_id: no such agent.", isError: true } : undefined;
  await converse(setting, [user(taskBrief(PLAN))]);
  expect(office.comments[0]).toContain("no such agent");
  expect(office.calls).toEqual(["agent_list_colleagues", "task_create", "task_comment", "task_update"]);
});
