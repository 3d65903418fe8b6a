import type { NewTask } from "@cadre/domain";
import { type EngineFixture, engineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { createTask } from "./create-task.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

function plain(input: Partial<NewTask> = {}): NewTask {
  const { given } = fixture;
  return {
    projectId: given.projectId,
    title: 'Say “hello”\n"quoted"',
    description: "d",
    priority: "high",
    assigneeId: given.workerId,
    reviewerId: given.reviewerId,
    timeoutMs: 600_000,
    ...input,
  };
}

/** What stands in a table about a task, without what differs from task to task. */
const ROWS = {
  tasks: "select * from tasks where id = $1",
  transitions: "select * from task_transitions where task_id = $1 order by id",
  sessions: "select * from sessions where task_id = $1",
  sessionKeys: "select k.* from session_keys k join sessions s on s.id = k.session_id where s.task_id = $1",
  items: "select * from mailbox_items where task_id = $1",
  runs: "select * from runs where task_id = $1",
  events: `select * from outbox where position('"' || $1 || '"' in payload) > 0 or entity_id = $1 order by id`,
} as const;

async function everythingOf(taskId: string): Promise<string> {
  const { database } = fixture.deps;
  const found: [string, object[]][] = [];
  for (const [name, sql] of Object.entries(ROWS)) found.push([name, await database.query(sql, [taskId])]);
  const [task] = await database.query<{ key: string }>("select key from tasks where id = $1", [taskId]);
  const isInstant = (value: unknown): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  const text = JSON.stringify(
    found,
    (name, value: unknown) => (isInstant(value) ? "then" : name === "id" && typeof value === "number" ? 0 : value),
    1,
  );
  const ids = [...new Set(text.match(/\b[a-z]{3}_\d+\b/g))];
  return ids
    .reduce((rest, id, nth) => rest.replaceAll(new RegExp(`${id}(?!\\d)`, "g"), `${id.slice(0, 3)}#${nth}`), text)
    .replaceAll(task?.key ?? "", "KEY")
    .replace(/"number": \d+/, '"number": 0');
}

test.each([
  ["an agent reviews", {}],
  ["a person reviews", { reviewerKind: "person" as const }],
])("one statement writes the same rows and events as the steps do, when %s", async (_, reviewer) => {
  const { deps, given, doorbell } = fixture;
  const input = plain("reviewerKind" in reviewer ? { ...reviewer, reviewerId: given.owner.id } : {});
  const inSteps = await transact(deps, given.owner, () => createTask(deps, given.owner, input));
  const stepRing = doorbell.runs.at(-1);
  const atOnce = await createTask(deps, given.owner, input);
  const ring = doorbell.runs.at(-1);
  expect(await everythingOf(atOnce.id)).toBe(await everythingOf(inSteps.id));
  expect({ ...ring, runId: "" }).toEqual({ ...stepRing, runId: "" });
  expect(ring?.runId).not.toBe(stepRing?.runId);
  expect({ ...atOnce, id: "", key: "", number: 0, createdAt: "", updatedAt: "", startedAt: "" }).toEqual({
    ...inSteps,
    id: "",
    key: "",
    number: 0,
    createdAt: "",
    updatedAt: "",
    startedAt: "",
  });
});

test("a title that looks like a placeholder stays as it is", async () => {
  const { deps, given } = fixture;
  const task = await createTask(deps, given.owner, plain({ title: "tsk_1:key $12 {key}" }));
  const [item] = await deps.database.query<{ headline: string }>(
    "select headline from mailbox_items where task_id = $1",
    [task.id],
  );
  expect(item?.headline).toBe(`Work on ${task.key} "tsk_1:key $12 {key}" (round 1)`);
});

test("what cannot start at once writes nothing on this way and is told why", async () => {
  const { deps, given } = fixture;
  const count = async () => (await deps.database.query("select next_task_number from projects"))[0];
  const before = await count();
  for (const [input, code] of [
    [plain({ projectId: "prj_none" }), "project.not-found"],
    [plain({ assigneeId: "agt_none" }), "agent.not-found"],
    [plain({ reviewerId: "agt_none" }), "agent.not-found"],
    [plain({ reviewerId: given.workerId }), "task.self-review"],
    [plain({ reviewerKind: "person", reviewerId: given.viewer.id }), "task.reviewer-is-viewer"],
  ] as const) {
    await expect(createTask(deps, given.owner, input)).rejects.toMatchObject({ code });
  }
  expect(await count()).toEqual(before);
});
