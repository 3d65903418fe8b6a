import { eventually } from "@cadre/testkit";
import { type ApiClient, apiClient } from "../../tooling/demo/api-client.ts";
import { startThrowAwayMachine, type ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";

const LONG_MS = 180_000;

export const OWNER = { name: "Ada Lovelace", email: "ada@example.com", password: "a long sentence" } as const;

/** Starts the real product on a throw-away home. The simulated worker does not pause. */
export function startProduct(environment: NodeJS.ProcessEnv = {}): Promise<ThrowAwayMachine> {
  return startThrowAwayMachine({
    CADRE_SIM_PACE: "0",
    CADRE_RATE_LIMIT: "100000",
    CADRE_LOG_LEVEL: "warn",
    ...environment,
  });
}

/** Sets a machine up over the API; the caller is its owner. */
export async function setUpProduct(machine: ThrowAwayMachine): Promise<ApiClient> {
  const body = { token: machine.setupToken, ...OWNER, organizationName: "Analytical Engines" };
  const { apiKey } = await apiClient(machine.url).post<{ apiKey: string }>("/setup", body);
  return apiClient(machine.url, apiKey);
}

export type StoryTask = {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly projectId: string;
  readonly assigneeId: string;
  readonly reviewerId: string;
};

/** Starts the story and waits for its end. */
export async function playStory(owner: ApiClient): Promise<StoryTask> {
  const { task } = await owner.post<{ task: StoryTask }>("/demo/start", {});
  return untilTask(owner, task.id, "completed");
}

/** Waits until a task has a status. Throws when it fails instead, or when it takes too long. */
export async function untilTask(owner: ApiClient, taskId: string, status: string): Promise<StoryTask> {
  const look = async (): Promise<StoryTask | undefined> => {
    const task = await owner.get<StoryTask>(`/tasks/${taskId}`);
    if (task.status === "failed") throw new Error(`Task ${task.key} failed.`);
    return task.status === status ? task : undefined;
  };
  return eventually(look, `task that is ${status}`, LONG_MS);
}
