import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, clientWith, problemIn } from "../api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture({ CADRE_RATE_LIMIT: "5", CADRE_TRUSTED_PROXIES: "127.0.0.1" });
});
afterAll(() => fixture.close());

test("each key has its own count, tells it with every answer, and says when to come back", async () => {
  for (const left of ["4", "3", "2", "1", "0"]) {
    const { headers, status } = await fixture.owner.get("/me");
    expect([status, headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual([200, "5", left]);
    expect(Number(headers.get("ratelimit-reset"))).toBeGreaterThan(0);
  }
  const refused = await fixture.owner.post("/teams", { name: "Too much" });
  expect(problemIn(refused)).toMatchObject({ status: 429, code: "rate-limit.requests", details: { limit: 5 } });
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(refused.headers.get("ratelimit-remaining")).toBe("0");
  expect((await fixture.member.get("/me")).status).toBe(200);
});

test("who shows nothing good is counted by address, as the proxy in front says it", async () => {
  const guess = clientWith(fixture.api.url, "cad_guess");
  const from = (address: string) => guess.get("/me", { headers: { "x-forwarded-for": address } });
  for (let n = 0; n < 5; n += 1) expect((await from("192.0.2.1")).status).toBe(401);
  expect((await from("192.0.2.1")).status).toBe(429);
  expect((await from("192.0.2.2")).status).toBe(401);
});
