export { cpuMs } from "./cpu-ms.ts";
export { eventually } from "./eventually.ts";
export { fact, FACT_META } from "./fact.ts";
export { openTestDatabase, type TestDatabase } from "./test-database.ts";
export { countingIds } from "./counting-ids.ts";
export { type EngineFixture, engineFixture, type Given, giveOrganization } from "./engine-fixture.ts";
export { type AgentSeed, insertAgent } from "./factories/insert-agent.ts";
export { insertOrganization } from "./factories/insert-organization.ts";
export { insertPerson, type PersonActor } from "./factories/insert-person.ts";
export { insertTask, type SeededTask, type TaskSeed } from "./factories/insert-task.ts";
export { claimTestRun, queueTestRun } from "./factories/queue-test-run.ts";
export { type RecordingDoorbell, recordingDoorbell } from "./recording-doorbell.ts";
export { type ShiftedClock, shiftedClock } from "./shifted-clock.ts";
export { type DeafDoorbell, deafDoorbell, type DeafDoorbellOptions } from "./doorbells/deaf-doorbell.ts";
export { seededRandom } from "./doorbells/seeded-random.ts";
export { startTestExecutor, type TestExecutor, type TestExecutorOptions } from "./test-executor.ts";
export { type MailServer, type ReceivedMail, startMailServer } from "./mail-server.ts";
export { redisTest } from "./redis-test.ts";
export { openToolDesk, type ToolDesk, type ToolWork } from "./tool-desk.ts";
export {
  callsOf,
  respondingModel,
  says,
  type ScriptedAnswer,
  type ScriptedModel,
  scriptedModel,
} from "./scripted-model.ts";
export {
  type CommitGate,
  GATE_POINTS,
  type GatePoint,
  openCommitGate,
  type StoppedCommit,
} from "./processes/commit-gate.ts";
export { type Fleet, type FleetDoorbell, type FleetOptions, type GiveBack, startFleet } from "./processes/fleet.ts";
export { openOwnCluster, type OwnCluster } from "./processes/own-cluster.ts";
export { type ModelGate, openModelGate } from "./processes/model-gate.ts";
export { halvesOf, openProviderWire, type ProviderWire } from "./processes/provider-wire.ts";
export { openProviderSimulator } from "./processes/open-provider-simulator.ts";
export { startDemoStory } from "./processes/start-demo-story.ts";
export { isRedisThere, openTestRedis, type TestRedis } from "./processes/test-redis.ts";
export { untilBlocked } from "./until-blocked.ts";
