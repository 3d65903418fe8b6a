import { fact, openOwnCluster } from "@cadre/testkit";
import { expect } from "vitest";
import { playScenarios } from "./crash-suite.ts";
import { each } from "./disturbances.ts";
import { openStage } from "./stage.ts";

const TIMEOUT_MS = 600_000;
const RESTARTS = { ms: 1_500, atMost: 3 };

fact(
  ["I1", "I2", "I8"],
  "a database that restarts in the middle of the story, again and again, loses nothing and repeats nothing",
  async () => {
    const cluster = await openOwnCluster();
    const stage = await openStage({ doorbell: { kind: "postgres" }, executors: 2, database: cluster });
    try {
      const disturb = each(RESTARTS, cluster.restart);
      const scenario = { name: "Postgres restarts at once, each 1.5 s", disturb, atLeast: 2, executors: 2 };
      expect(await playScenarios(stage, [scenario], "Crash suite, restarts of Postgres")).toEqual([]);
    } finally {
      await stage.close();
    }
  },
  TIMEOUT_MS,
);
