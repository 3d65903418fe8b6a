import { fact } from "@cadre/testkit";
import { expect } from "vitest";
import { runCrashSuite } from "./crash-suite.ts";

const TIMEOUT_MS = 1_800_000;

fact(
  ["I1", "I2", "I8"],
  "hints over Postgres: whatever dies, the story is completed and nothing is lost or repeated",
  async () => {
    expect(await runCrashSuite({ doorbell: { kind: "postgres" }, sandbox: "off", seed: 22, third: 1 })).toEqual([]);
  },
  TIMEOUT_MS,
);
