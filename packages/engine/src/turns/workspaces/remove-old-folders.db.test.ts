import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TaskStatus } from "@cadre/domain";
import { type EngineFixture, engineFixture, giveOrganization, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { removeOldFolders } from "./remove-old-folders.ts";

const DAY_MS = 86_400_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

/** The folder that a turn leaves behind, with a file in it. */
async function leave(kind: "workspaces" | "reviews", id: string): Promise<string> {
  const folder = path.join(fixture.deps.dataFolder, fixture.given.organizationId, kind, id);
  await mkdir(path.join(folder, "out"), { recursive: true });
  await writeFile(path.join(folder, "out", "hello.txt"), "hello");
  return folder;
}

async function taskWithFolder(status: TaskStatus): Promise<{ readonly id: string; readonly folder: string }> {
  const { deps, given } = fixture;
  const { id } = await given.task({ status: status === "archived" ? "completed" : status });
  if (status === "archived") await transact(deps, given.owner, (tx) => tx.tasks.move(id, "archive"));
  return { id, folder: await leave("workspaces", id) };
}

async function submitWithFolder(taskId: string): Promise<string> {
  const { deps, given } = fixture;
  const id = deps.newId("submit");
  await deps.database.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     values ($1, $2, $3, 1, $4, 'Done.', 'none', '[]')`,
    [id, given.organizationId, taskId, given.workerId],
  );
  return leave("reviews", id);
}

test("workspaces of the archive go after their days, with all that is in them; what may be needed stays", async () => {
  const { deps, given, clock } = fixture;
  const archived = await taskWithFolder("archived");
  const outside = path.join(deps.dataFolder, "keep-me");
  await mkdir(outside);
  await symlink(outside, path.join(archived.folder, "link"));
  const working = await taskWithFolder("archived");
  await queueTestRun(deps, given, { agentId: given.workerId, taskId: working.id });
  const asking = await taskWithFolder("archived");
  const approvalId = await transact(deps, given.agent(given.workerId), (tx) =>
    tx.approvals.request({
      kind: "action",
      title: "May I?",
      description: "",
      taskId: asking.id,
      agentId: given.workerId,
      action: "ls",
    }),
  );
  const open = await Promise.all(
    (["pending", "in_progress", "blocked", "review", "completed", "failed", "rejected", "cancelled"] as const).map(
      taskWithFolder,
    ),
  );
  const unknown = await leave("workspaces", deps.newId("task"));
  const home = await leave("workspaces", "not-an-id");

  await clock.advance(29 * DAY_MS);
  expect(await removeOldFolders(deps)).toEqual([]);
  await clock.advance(2 * DAY_MS);
  await deps.database.query("update approvals set expires_at = null where id = $1", [approvalId]);
  expect(await removeOldFolders(deps)).toEqual([path.join(given.organizationId, "workspaces", archived.id)]);
  expect([existsSync(archived.folder), existsSync(outside)]).toEqual([false, true]);
  for (const { folder } of [working, asking, ...open])
    expect(existsSync(path.join(folder, "out/hello.txt"))).toBe(true);
  expect([existsSync(unknown), existsSync(home)]).toEqual([true, true]);
  expect(await removeOldFolders(deps)).toEqual([]);
});

test("a reviewer's copy goes when its review is over; the newest one of a review stays", async () => {
  const { deps, given, clock } = fixture;
  const inReview = await given.task({ status: "review" });
  const older = await submitWithFolder(inReview.id);
  await clock.advance(1_000);
  const newest = await submitWithFolder(inReview.id);
  const over = await submitWithFolder((await given.task({ status: "completed" })).id);
  expect(await removeOldFolders(deps)).toEqual([]);
  await clock.advance(2 * DAY_MS);
  await removeOldFolders(deps);
  expect([existsSync(older), existsSync(newest), existsSync(over)]).toEqual([false, true, false]);
});

test("a folder named after another organization's task is not removed for its sake", async () => {
  const { deps, clock } = fixture;
  const other = await giveOrganization(deps, "rival");
  const foreign = await other.task({ status: "completed" });
  await transact(deps, other.owner, (tx) => tx.tasks.move(foreign.id, "archive"));
  const folder = await leave("workspaces", foreign.id);
  await clock.advance(40 * DAY_MS);
  await removeOldFolders(deps);
  expect(existsSync(folder)).toBe(true);
});
