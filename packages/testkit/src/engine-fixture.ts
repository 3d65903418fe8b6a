import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@cadre/database";
import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "@cadre/engine";
import { countingIds } from "./counting-ids.ts";
import { type AgentSeed, insertAgent } from "./factories/insert-agent.ts";
import { insertOrganization } from "./factories/insert-organization.ts";
import { insertPerson, type PersonActor } from "./factories/insert-person.ts";
import { insertTask, type SeededTask, type TaskSeed } from "./factories/insert-task.ts";
import { type RecordingDoorbell, recordingDoorbell } from "./recording-doorbell.ts";
import { type ShiftedClock, shiftedClock } from "./shifted-clock.ts";
import { openTestDatabase } from "./test-database.ts";

/** An organization with people, project DEMO, and three agents: a manager, and a worker and a reviewer it manages. */
export type Given = {
  readonly organizationId: string;
  readonly projectId: string;
  readonly owner: PersonActor;
  readonly member: PersonActor;
  readonly viewer: PersonActor;
  readonly managerId: string;
  readonly workerId: string;
  readonly reviewerId: string;
  readonly system: Actor;
  /** An agent as an actor, inside one of its runs when named. */
  agent(agentId: string, runId?: string): Actor;
  /** One more agent. */
  newAgent(seed: AgentSeed): Promise<string>;
  /** A task of the worker, reviewed by the reviewer and asked for by the owner, in any status and with nothing around it. */
  task(seed?: TaskSeed): Promise<SeededTask>;
};

export type EngineFixture = {
  readonly deps: EngineDeps;
  readonly given: Given;
  readonly clock: ShiftedClock;
  readonly doorbell: RecordingDoorbell;
  close(): Promise<void>;
};

/** The engine on a database of its own, with counting ids, a shiftable clock and a doorbell that only records. */
export async function engineFixture(): Promise<EngineFixture> {
  // Loaded here, so that tests of other packages do not load the engine with testkit.
  const { createBlobStore, createFileSecretBox } = await import("@cadre/engine");
  const testDatabase = await openTestDatabase();
  const newId = countingIds();
  const database = openDatabase({ url: testDatabase.url, applicationName: "cadre-test", newId });
  const dataFolder = await mkdtemp(path.join(tmpdir(), "cadre-engine-"));
  const clock = shiftedClock(database);
  const doorbell = recordingDoorbell();
  const deps: EngineDeps = {
    database,
    now: clock.now,
    newId,
    doorbell,
    blobs: createBlobStore(path.join(dataFolder, "blobs")),
    secrets: createFileSecretBox(path.join(dataFolder, "secret.key")),
    privateHosts: [],
    dataFolder,
  };
  return {
    deps,
    given: await giveOrganization(deps),
    clock,
    doorbell,
    async close() {
      await database.close();
      await testDatabase.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Lays out one more organization in the same database, for tests of isolation. */
export async function giveOrganization(deps: EngineDeps, slug = "acme"): Promise<Given> {
  const { organizationId, projectId } = await insertOrganization(deps, { slug, projectKey: "DEMO" });
  const owner = await insertPerson(deps, organizationId, { name: "Olive Owner", role: "owner" });
  const managerId = await insertAgent(deps, organizationId, { name: "Mira", position: "manager" });
  const workerId = await insertAgent(deps, organizationId, { name: "Walt", managerId });
  const reviewerId = await insertAgent(deps, organizationId, { name: "Rita", managerId });
  const around = {
    organizationId,
    projectId,
    assigneeId: workerId,
    reviewer: { kind: "agent", id: reviewerId },
    createdBy: { kind: "person", id: owner.id },
  } as const;
  return {
    organizationId,
    projectId,
    owner,
    member: await insertPerson(deps, organizationId, { name: "Max Member", role: "member" }),
    viewer: await insertPerson(deps, organizationId, { name: "Vera Viewer", role: "viewer" }),
    managerId,
    workerId,
    reviewerId,
    system: { kind: "system", id: "test", organizationId },
    agent: (id, runId) => ({ kind: "agent", id, organizationId, runId }),
    newAgent: (seed) => insertAgent(deps, organizationId, seed),
    task: (seed = {}) => insertTask(deps, around, seed),
  };
}
