import { openDatabase } from "@cadre/database";
import type { NewTask } from "@cadre/domain";
import { type EngineFixture, engineFixture, type Given, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EngineDeps } from "../../engine-deps.ts";
import { createTask } from "./create-task.ts";

let fixture: EngineFixture;
let other: Given;
beforeAll(async () => {
  fixture = await engineFixture();
  other = await giveOrganization(fixture.deps, "other");
});
afterAll(() => fixture.close());

function create(
  given: Given,
  title: string,
  { deps = fixture.deps, ...input }: Partial<NewTask> & { deps?: EngineDeps } = {},
) {
  return createTask(deps, given.owner, {
    projectId: given.projectId,
    title,
    assigneeId: given.workerId,
    reviewerId: given.reviewerId,
    ...input,
  });
}

type TaskThere = {
  readonly id: string;
  readonly key: string;
  readonly number: number;
  readonly title: string;
  readonly commit: string;
};

function tasksTitled(start: string): Promise<TaskThere[]> {
  return fixture.deps.database.query<TaskThere>(
    "select id, key, number, title, xmin::text as commit from tasks where title like $1 order by organization_id, number",
    [`${start} %`],
  );
}

/** The numbers follow one another from the first. */
function areWithoutGaps(numbers: readonly number[]): boolean {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.every((number, at) => number === (sorted[0] ?? 0) + at);
}

const STARTED = ["task.created", "session.created", "item.posted", "run.queued", "task.approved"];

test("tasks that come together share commits; each is answered with its own, and has its own rows, events and hint", async () => {
  const { deps, given, doorbell } = fixture;
  const places = Array.from({ length: 40 }, (_, nth) => nth);
  const made = await Promise.all(places.map((nth) => create(nth % 3 === 0 ? other : given, `Together ${nth}`)));
  const there = await tasksTitled("Together");
  expect(there).toHaveLength(40);
  expect(new Set(there.map(({ commit }) => commit)).size).toBeLessThanOrEqual(4);
  for (const [nth, task] of made.entries()) {
    expect(task).toMatchObject({ title: `Together ${nth}`, key: `DEMO-${task.number}`, status: "in_progress" });
    expect(there).toContainEqual(expect.objectContaining({ id: task.id, key: task.key, title: task.title }));
  }
  for (const of of [0, 1]) {
    const numbers = made.filter((_, nth) => (nth % 3 === 0 ? 0 : 1) === of).map(({ number }) => number);
    expect(areWithoutGaps(numbers)).toBe(true);
  }
  for (const { id, key, title } of made) {
    const [item] = await deps.database.query("select headline from mailbox_items where task_id = $1", [id]);
    expect(item).toEqual({ headline: `Work on ${key} "${title}" (round 1)` });
    const events = await deps.database.query<{ type: string }>(
      `select type from outbox where position('"' || $1 || '"' in payload) > 0 or entity_id = $1 order by id`,
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(STARTED);
    const runs = await deps.database.query<{ id: string }>("select id from runs where task_id = $1", [id]);
    expect(doorbell.runs.filter(({ runId }) => runId === runs[0]?.id)).toHaveLength(1);
    expect(runs).toHaveLength(1);
  }
});

test("texts that look like the database's own come back as they were sent, also beside others", async () => {
  const { deps, given } = fixture;
  const texts = [
    "NULL",
    "null",
    '{a,"b"}',
    "a\\",
    '"',
    "''; --",
    "$12 $1::text[]",
    "{}",
    "one\ntwo\ttabs",
    "👩‍🚀 שלום",
    "",
  ];
  const made = await Promise.all(
    texts.map((text, nth) =>
      create(given, `Texts ${text}`.trim(), {
        description: text,
        ...(nth % 2 === 0 ? { timeoutMs: 60_000 + nth } : {}),
      }),
    ),
  );
  for (const [nth, text] of texts.entries()) {
    const title = `Texts ${text}`.trim();
    const timeoutMs = nth % 2 === 0 ? 60_000 + nth : null;
    expect(made[nth]).toMatchObject({ title, description: text });
    const found = await deps.database.query(
      `select t.title, t.description, t.timeout_ms, e.payload::json ->> 'title' as told
       from tasks t join outbox e on e.entity_id = t.id and e.type = 'task.created' where t.id = $1`,
      [made[nth]?.id ?? ""],
    );
    expect(found).toEqual([{ title, description: text, timeoutMs, told: title }]);
  }
});

test("one that will not do is told why, and those beside it are created", async () => {
  const { given } = fixture;
  const settled = await Promise.allSettled([
    create(given, "Beside 0"),
    create(given, "Beside 1", { projectId: other.projectId }),
    create(given, "Beside 2"),
    create(given, "Beside 3", { assigneeId: other.workerId }),
    create(given, "Beside 4", { reviewerId: other.reviewerId }),
    create(given, "Beside 5", { reviewerKind: "person", reviewerId: given.viewer.id }),
    create(given, "Beside 6", { reviewerKind: "person", reviewerId: other.owner.id }),
    create(given, "Beside 7", { reviewerKind: "person", reviewerId: given.member.id }),
    create(given, "Beside 8"),
  ]);
  expect(settled.map((each) => (each.status === "fulfilled" ? "made" : each.reason.code))).toEqual([
    "made",
    "project.not-found",
    "made",
    "agent.not-found",
    "agent.not-found",
    "task.reviewer-is-viewer",
    "person.not-found",
    "made",
    "made",
  ]);
  const there = await tasksTitled("Beside");
  expect(there.map(({ title }) => title).toSorted()).toEqual(["Beside 0", "Beside 2", "Beside 7", "Beside 8"]);
  expect(areWithoutGaps(there.map(({ number }) => number))).toBe(true);
});

test("a project that somebody holds keeps its own tasks waiting and no others, and none is made twice", async () => {
  const { deps, given } = fixture;
  const holder = await deps.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from projects where id = $1 for update", [other.projectId]);
  const held = [0, 1, 2].map((nth) => create(other, `Held ${nth}`));
  const free = [0, 1, 2, 3].map((nth) => create(given, `Free ${nth}`));
  await Promise.all(free);
  expect(await tasksTitled("Free")).toHaveLength(4);
  expect(await tasksTitled("Held")).toEqual([]);
  await holder.query("rollback");
  holder.release();
  const made = await Promise.all(held);
  expect((await tasksTitled("Held")).map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
});

test("two processes create in the same projects at once: nobody waits in a circle, and keys have no gaps", async () => {
  const { deps, given } = fixture;
  const second = openDatabase({ url: deps.database.url, applicationName: "second", newId: deps.newId });
  const projectId = await insertProject(given);
  const places = Array.from({ length: 40 }, (_, nth) => nth);
  await Promise.all([
    ...places.map((nth) => create(given, `Both a${nth}`, nth % 2 === 0 ? { projectId } : {})),
    ...places.map((nth) => {
      const own = { ...deps, database: second };
      return create(given, `Both b${nth}`, nth % 2 === 0 ? { deps: own } : { deps: own, projectId });
    }),
  ]);
  const there = await tasksTitled("Both");
  expect(there).toHaveLength(80);
  expect(new Set(there.map(({ title }) => title)).size).toBe(80);
  const inProject = Map.groupBy(there, ({ key }) => key.split("-")[0]);
  expect([...inProject.values()].map((tasks) => areWithoutGaps(tasks.map(({ number }) => number)))).toEqual([
    true,
    true,
  ]);
  await second.close();
});

async function insertProject({ organizationId }: Given): Promise<string> {
  const id = fixture.deps.newId("project");
  await fixture.deps.database.query(
    "insert into projects (id, organization_id, key, name) values ($1, $2, 'MORE', 'More')",
    [id, organizationId],
  );
  return id;
}
