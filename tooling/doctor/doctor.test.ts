import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "@cadre/standalone/postgres";

const DOCTOR = join(import.meta.dirname, "doctor.mjs");

type Report = { ok: boolean; checks: { check: string; status: string; found: string; fix?: string }[] };

let home = "";
let port = 0;

beforeEach(async () => {
  port = await freePort();
  home = mkdtempSync(join(tmpdir(), "cadre-doctor-"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function examine(environment: NodeJS.ProcessEnv = {}): { code: number | null; report: Report } {
  const env = { PATH: process.env.PATH, CADRE_HOME: home, CADRE_PORT: String(port), ...environment };
  const answer = spawnSync(process.execPath, [DOCTOR, "--json"], { env, encoding: "utf8" });
  return { code: answer.status, report: JSON.parse(answer.stdout) };
}

function statusOf(report: Report, check: string): string | undefined {
  return report.checks.find((one) => one.check === check)?.status;
}

test("a healthy machine fails no check and ends with 0", () => {
  const { code, report } = examine();
  expect(report.checks.filter(({ status }) => status === "failed")).toEqual([]);
  expect(code).toBe(0);
});

test("every check that fails comes with its fix, and the exit code is 1", () => {
  mkdirSync(join(home, "postgres"));
  writeFileSync(join(home, "postgres/PG_VERSION"), "17\n");
  const { code, report } = examine({ REDIS_URL: "redis://127.0.0.1:1", CADRE_PORT: "soup" });
  const failed = report.checks.filter(({ status }) => status === "failed");
  expect(failed.map(({ check }) => check)).toEqual(["home", "port", "database", "redis"]);
  expect(failed.every(({ fix }) => (fix ?? "").length > 0)).toBe(true);
  expect(code).toBe(1);
});

test("a database that does not answer and a port of another program are told", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const taken = typeof address === "object" ? String(address?.port) : "";
  const { report } = examine({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", CADRE_PORT: taken });
  expect([statusOf(report, "port"), statusOf(report, "database")]).toEqual(["failed", "failed"]);
  other.close();
});

test("a key in the environment is not said to be used before a person allowed it", () => {
  const { report } = examine({ ANTHROPIC_API_KEY: "sk-ant-test" });
  const model = report.checks.find(({ check }) => check === "model");
  expect(model?.found).not.toContain("sk-ant-test");
  if (model?.status === "ok")
    expect(model.found).toMatch(/^simulated: ANTHROPIC_API_KEY is set, but nobody could be asked/);
});
