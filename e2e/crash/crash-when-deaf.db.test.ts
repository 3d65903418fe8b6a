import { fact } from "@cadre/testkit";
import { expect } from "vitest";
import { runCrashSuite } from "./crash-suite.ts";

const TIMEOUT_MS = 1_800_000;

fact(
  ["I1", "I2", "I8"],
  "hints dropped, doubled and reordered: whatever dies, the story is completed and nothing is lost or repeated",
  async () => {
    expect(
      await runCrashSuite({ doorbell: { kind: "deaf", seed: 33 }, sandbox: "off", seed: 33, third: 2, stages: 3 }),
    ).toEqual([]);
  },
  TIMEOUT_MS,
);
