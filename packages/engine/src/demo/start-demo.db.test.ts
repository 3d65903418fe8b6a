import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createProviderSimulator } from "@cadre/simulator";
import { systemNow } from "@cadre/shared";
import { engineFixture, eventually, fact, startTestExecutor } from "@cadre/testkit";
import { detectSandbox } from "@cadre/tool-selector";
import { expect } from "vitest";
import { reconcile } from "../runs/reconcile.ts";
import { getTask } from "../tasks/get-task.ts";
import { agentStep } from "../turns/agent-step.fixture.ts";
import { startDemo } from "./start-demo.ts";

fact(
  ["I7", "M70"],
  "the story: a manager splits, a worker computes real files, a check fails once, the reviewer sends it back, all is accepted",
  async () => {
    const fixture = await engineFixture();
    const simulator = createProviderSimulator({ now: systemNow, pace: 0 });
    const baseUrl = await simulator.listen();
    const { sandbox } = await detectSandbox({ toolFolders: [] });
    const bugs: unknown[] = [];
    const executor = await startTestExecutor(fixture.deps, {
      stepFor: () => step,
    });
    const { deps } = executor;
    const model = { provider: "simulated", model: "simulated-worker-1", credentials: { apiKey: "simulated", baseUrl } };
    const step = agentStep(deps, { model, sandbox, onBug: (error) => bugs.push(error) });

    const { task, projectId } = await startDemo(deps, fixture.given.owner);
    const ended = await eventually(
      async () => {
        await executor.worker.beat();
        await reconcile(deps);
        await executor.settled();
        const now = await getTask(deps, fixture.given.owner, { taskId: task.id });
        return ["in_progress", "review"].includes(now.status) ? undefined : now;
      },
      "end of the story",
      500_000,
    );
    expect(ended.status).toBe("completed");

    const tasks = await deps.database.query<{ title: string; status: string; round: number }>(
      "select title, status, round from tasks where project_id = $1 order by number",
      [projectId],
    );
    expect(tasks).toEqual([
      { title: "Report the revenue of the first quarter", status: "completed", round: 1 },
      { title: "Compute the revenue per region", status: "completed", round: 1 },
      { title: "Write the report", status: "completed", round: 2 },
    ]);
    const workspaces = path.join(deps.dataFolder, fixture.given.organizationId, "workspaces");
    const effects: string[] = [];
    for (const folder of await readdir(workspaces)) {
      const log = await readFile(path.join(workspaces, folder, "effects.log"), "utf8").catch(() => "");
      effects.push(...log.split("\n").filter((line) => line !== ""));
    }
    expect(effects.sort()).toEqual(["report written", "revenue per region computed", "total added"]);
    expect(bugs).toEqual([]);
    expect(executor.problems).toEqual([]);
    await executor.stop();
    await simulator.close();
    await fixture.close();
  },
  600_000,
);
