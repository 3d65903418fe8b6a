import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeSignInsJob } from "./purge-sign-ins.job.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type Ages = { readonly ended?: number; readonly expires: number; readonly seen: number };

/** Days that have passed since each instant; negative ones are to come. */
const SIGN_INS: Readonly<Record<string, Ages>> = {
  in_use: { expires: -30, seen: 0 },
  ended_lately: { ended: 89, expires: 10, seen: 89 },
  ended_long_ago: { ended: 91, expires: -1, seen: 91 },
  expired_lately: { expires: 89, seen: 89 },
  expired_long_ago: { expires: 91, seen: 100 },
  idle_since_lately: { expires: -1, seen: 100 },
  idle_since_long_ago: { expires: 80, seen: 106 },
};

test("sign-ins that were over for ninety days are forgotten, all others stay", async () => {
  const { database } = fixture.deps;
  const { organizationId, owner } = fixture.given;
  for (const [id, { ended, expires, seen }] of Object.entries(SIGN_INS)) {
    await database.query(
      `insert into sign_ins (id, person_id, organization_id, token_hash, ended_at, expires_at, last_seen_at)
       values ($1, $2, $3, $1, cadre_now() - make_interval(days => $4::int), cadre_now() - make_interval(days => $5::int),
         cadre_now() - make_interval(days => $6::int))`,
      [id, owner.id, organizationId, ended ?? null, expires, seen],
    );
  }
  await purgeSignInsJob.run(fixture.deps);
  await purgeSignInsJob.run(fixture.deps);
  const left = await database.query<{ id: string }>("select id from sign_ins where id = any($1::text[]) order by id", [
    Object.keys(SIGN_INS),
  ]);
  expect(left.map(({ id }) => id)).toEqual(["ended_lately", "expired_lately", "idle_since_lately", "in_use"]);
});

test("so are links for a new password", async () => {
  const { database } = fixture.deps;
  for (const [id, days] of [
    ["link_new", 1],
    ["link_old", 91],
  ] as const) {
    await database.query(
      `insert into sign_in_links (id, person_id, token_hash, expires_at)
       values ($1, $2, $1, cadre_now() - make_interval(days => $3::int))`,
      [id, fixture.given.owner.id, days],
    );
  }
  await purgeSignInsJob.run(fixture.deps);
  expect(await database.query("select id from sign_in_links order by id")).toEqual([{ id: "link_new" }]);
});
