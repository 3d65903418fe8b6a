import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineJob } from "./define-job.ts";
import { serveJobs } from "./serve-jobs.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
  // Far from the instant of the jobs below: none comes between two passes by itself.
  const at = fixture.deps.now();
  await fixture.clock.advance(new Date(at).setUTCHours(36, 0, 0, 0) - at.getTime());
});
afterAll(() => fixture.close());

function counted(name: string, cron: string) {
  const ran: string[] = [];
  return { ran, job: defineJob({ name, cron, run: async () => void ran.push(name) }) };
}

test("a job runs at its first pass, then once an instant, whoever passes, and what was missed is not caught up", async () => {
  const { deps, clock } = fixture;
  const daily = counted("test.daily", "0 3 * * *");
  const passes = (): Promise<unknown> => Promise.all(Array.from({ length: 5 }, () => serveJobs(deps, [daily.job])));
  await passes();
  await passes();
  expect(daily.ran).toHaveLength(1);
  await clock.advance(DAY_MS);
  await passes();
  await passes();
  expect(daily.ran).toHaveLength(2);
  await clock.advance(5 * DAY_MS);
  await passes();
  await passes();
  expect(daily.ran).toHaveLength(3);
});

test("two who look at different moments before a job's first pass run it once", async () => {
  const { deps, clock } = fixture;
  const hourly = counted("test.hourly", "30 * * * *");
  const looked = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  const query: typeof deps.database.query = async (...sent) => {
    const rows = await deps.database.query(...sent);
    looked.resolve(undefined);
    await goOn.promise;
    return rows as never;
  };
  const slow = serveJobs({ ...deps, database: Object.assign(Object.create(deps.database), { query }) }, [hourly.job]);
  await looked.promise;
  await clock.advance(1_000);
  await serveJobs(deps, [hourly.job]);
  goOn.resolve(undefined);
  await slow;
  expect(hourly.ran).toHaveLength(1);
});

test("a job that fails is told of, keeps its slot, and holds up no other", async () => {
  const { deps } = fixture;
  const cause = new Error("The disk is full.");
  const failing = defineJob({ name: "test.failing", cron: "0 3 * * *", run: () => Promise.reject(cause) });
  const other = counted("test.other", "0 3 * * *");
  expect(await serveJobs(deps, [failing, other.job])).toEqual([{ job: "test.failing", cause }]);
  expect(other.ran).toHaveLength(1);
  expect(await serveJobs(deps, [failing, other.job])).toEqual([]);
});
