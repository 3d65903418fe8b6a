import type { MailboxContent } from "@cadre/domain";
import { claimTestRun, engineFixture, type EngineFixture, fact, startTestExecutor } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { claimRun } from "../runs/claim-run.ts";
import { fenced } from "../runs/fenced.ts";
import { registerWorker } from "../runs/workers.ts";
import { getAgent } from "./get-agent.ts";
import { pauseAgent, resumeAgent } from "./pause-agent.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const notice = (text: string): MailboxContent => ({ type: "system_event", payload: { subject: "notice", text } });

function post(agentId: string, content: MailboxContent, taskId?: string) {
  return transact(fixture.deps, fixture.given.system, (tx) =>
    tx.mailbox.post(agentId, content, taskId === undefined ? {} : { taskId }),
  );
}

async function statesOf(itemIds: readonly string[]): Promise<unknown[]> {
  const rows = await fixture.deps.database.query<{ id: string; item: string; run: string }>(
    `select m.id, m.status as item, r.status as run from mailbox_items m left join runs r on r.item_id = m.id
     where m.id = any($1::text[]) order by m.id`,
    [itemIds],
  );
  return rows.map(({ item, run }) => [item, run]);
}

fact(
  "PEER-T4",
  "three of four queued, a pause while the first runs, a resume: only what came after the pause is worked on",
  async () => {
    const { given } = fixture;
    const agentId = await given.newAgent({ name: "Halted" });
    const worked: (string | undefined)[] = [];
    const started = Promise.withResolvers<void>();
    const executor = await startTestExecutor(fixture.deps, {
      stepFor: () => async (claim, signal) => {
        worked.push(claim.itemId);
        if (worked.length > 1) return { kind: "succeeded", outcome: "answered" };
        started.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        return { kind: "continue" };
      },
    });
    const queue = (text: string) =>
      transact(executor.deps, given.system, (tx) => tx.mailbox.post(agentId, notice(text)));
    const early = [await queue("1"), await queue("2"), await queue("3")].map((item) => item.itemId);
    await started.promise;
    await pauseAgent(executor.deps, given.owner, { agentId });
    await executor.settled();
    expect(await statesOf(early)).toEqual(Array(3).fill(["dropped", "cancelled"]));
    await resumeAgent(executor.deps, given.owner, { agentId });
    await executor.settled();
    expect(worked.length).toBe(1);
    const fourth = await queue("4");
    await executor.settled();
    expect(worked).toEqual([worked[0], fourth.itemId]);
    expect(await statesOf([...early, fourth.itemId])).toEqual([
      ...Array(3).fill(["dropped", "cancelled"]),
      ["completed", "succeeded"],
    ]);
    expect(executor.problems).toEqual([]);
    await executor.stop();
  },
);

test("a task run and a review are held by a pause, not lost, and go on after the resume", async () => {
  const { deps, given, doorbell } = fixture;
  const agentId = await given.newAgent({ name: "Held" });
  const person = { kind: "person", id: given.owner.id } as const;
  const task = await given.task({ assigneeId: agentId, status: "in_progress", reviewer: person });
  const reviewed = await given.task({ status: "review", reviewer: { kind: "agent", id: agentId } });
  const facts = { taskKey: "DEMO-1", taskTitle: "Count", round: 1 };
  const work = await post(
    agentId,
    {
      type: "task_status_update",
      payload: { ...facts, taskId: task.id, status: "in_progress", triggerExecution: true },
    },
    task.id,
  );
  const review = await post(
    agentId,
    { type: "review_request", payload: { ...facts, taskId: reviewed.id, submitId: "sbm_1" } },
    reviewed.id,
  );
  const claim = await claimTestRun(deps, work.runId ?? "");
  await pauseAgent(deps, given.owner, { agentId });
  expect(await statesOf([work.itemId, review.itemId])).toEqual([
    ["queued", "queued"],
    ["queued", "queued"],
  ]);
  await expect(fenced(deps, claim, async (tx) => tx.tasks.addAuthor(task.id, agentId))).rejects.toMatchObject({
    code: "run.stale-fence",
  });
  const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const tryClaim = (hintRunId = "") => claimRun(deps, { hintRunId, workerId, version: 1 });
  expect(await tryClaim(work.runId)).toBeUndefined();
  expect(await tryClaim(review.runId)).toBeUndefined();
  expect(await getAgent(deps, given.owner, { agentId })).toMatchObject({
    status: "paused",
    statusReason: "paused by Olive Owner",
  });
  doorbell.runs.length = 0;
  await resumeAgent(deps, given.owner, { agentId });
  expect(new Set(doorbell.runs.map((hint) => hint.runId))).toEqual(new Set([work.runId, review.runId]));
  expect((await tryClaim(work.runId))?.fence).toBe(claim.fence + 2);
});

test("pausing twice or resuming what runs changes nothing and is not announced; members and agents may do neither", async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Twice" });
  const input = { agentId };
  const first = await pauseAgent(deps, given.owner, input);
  expect(await pauseAgent(deps, given.owner, input)).toEqual(first);
  await resumeAgent(deps, given.owner, input);
  const last = await resumeAgent(deps, given.owner, input);
  expect(last).toMatchObject({ status: "idle", statusReason: null, pausedAt: null });
  const events = await deps.database.query("select type from outbox where entity_id = $1 order by id", [agentId]);
  expect(events).toEqual([{ type: "agent.paused" }, { type: "agent.resumed" }]);
  for (const actor of [given.member, given.agent(given.managerId)]) {
    await expect(pauseAgent(deps, actor, input)).rejects.toMatchObject({ code: "access.role-missing" });
  }
});
