import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runEndpoints, taskEndpoints } from "@cadre/contracts";
import * as engine from "@cadre/engine";
import { eventually, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { type ApiFixture, apiFixture, dataIn } from "./api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

/** What an executor does, and a server of people's requests never. */
const EXECUTORS_WORK = [
  "claimRun",
  "executeHint",
  "runSegment",
  "startWorker",
  "registerWorker",
  "createTurnStep",
  "createCheckRunner",
  "createBudgetGate",
  "createLedger",
  "createDeltaWriter",
  "recordReply",
  "startCall",
  "finishCall",
];

function productFiles(): { readonly file: string; readonly text: string }[] {
  return readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
}

fact("I20", "the API's code imports nothing that claims a run, calls a model for an agent or runs a tool", () => {
  const files = productFiles();
  expect(files.length).toBeGreaterThan(30);
  const packages = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/from "(@cadre\/[\w-]+)"/g)].map((match) => match[1])),
  );
  expect([...packages].toSorted()).toEqual([
    "@cadre/contracts",
    "@cadre/domain",
    "@cadre/engine",
    "@cadre/server-kit",
    "@cadre/shared",
  ]);
  for (const name of EXECUTORS_WORK) {
    // The engine still calls it so: else this would look for nothing.
    expect(Object.keys(engine)).toContain(name);
    const users = files.filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text)).map(({ file }) => file);
    expect({ name, users }).toEqual({ name, users: [] });
  }
  // What a person asks of a provider in the settings, for no run and no agent, is asked in one place.
  const askers = files.filter(({ text }) => /\b(testLlmProvider|listLlmModels)\b/.test(text));
  expect(askers.map(({ file }) => path.basename(file))).toEqual(["llm-settings.controller.ts"]);
});

fact("I20", "while only the API runs, work is queued, announced and left alone", async () => {
  const { projectId, workerId, reviewerId } = fixture.given;
  const body = { projectId, title: "Wait for an executor", assigneeId: workerId, reviewerId };
  const task = dataIn(taskEndpoints.create, await fixture.owner.post("/tasks", body));
  const read = async (): Promise<ReturnType<typeof runEndpoints.listOfTask.response.parse>> =>
    dataIn(runEndpoints.listOfTask, await fixture.owner.get(`/tasks/${task.id}/runs`));
  const [run] = (await read()).data;
  // The hint was rung; a server that took it would have claimed the run by the time the hint is there to be seen.
  await eventually(async () => {
    const text = await (await fetch(`${fixture.api.url}/metrics`)).text();
    return Number(/^cadre_hints_waiting (\d+)/m.exec(text)?.[1]) > 0 ? true : undefined;
  }, "hint");
  await fixture.clock.advance(60_000);
  await fixture.owner.post(`/agents/${workerId}/pause`);
  await fixture.owner.post(`/agents/${workerId}/resume`);
  expect((await read()).data).toEqual([run]);
  expect(run).toMatchObject({ status: "queued", fence: 0, step: 0, modelCalls: 0, startedAt: null });
  const agent = (await fixture.owner.get(`/agents/${workerId}`)).body;
  expect(agent).toMatchObject({ status: "offline", statusReason: "work stands ready, but no executor is running" });
  const [claims] = await fixture.deps.database.query<{ workers: number; attempts: number }>(
    "select (select count(*)::int from workers) as workers, (select count(*)::int from attempts) as attempts",
  );
  expect(claims).toEqual({ workers: 0, attempts: 0 });
});
