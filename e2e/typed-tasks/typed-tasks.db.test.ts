import { eventually, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { type ApiClient, apiClient } from "../../tooling/demo/api-client.ts";
import { startThrowAwayMachine, type ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";

/** Making a database and starting four processes, on a loaded machine. */
const START_MS = 240_000;
const STORY_MS = 180_000;
const TIMEOUT_MS = 400_000;

const AT_REST = ["completed", "blocked", "failed", "rejected", "cancelled"];

type Task = { readonly id: string; readonly status: string };
type Approval = { readonly id: string; readonly kind: string; readonly action: string };
type Comment = { readonly text: string };
type Deliverable = { readonly id: string; readonly reference: string };
type Run = { readonly id: string };
type ToolCall = { readonly name: string; readonly status: string; readonly starts: number };

let machine: ThrowAwayMachine | undefined;
let api: ApiClient;
let url = "";
let key = "";
let place: { readonly projectId: string; readonly assigneeId: string; readonly reviewerId: string };

beforeAll(async () => {
  machine = await startThrowAwayMachine({
    CADRE_MODEL_PROVIDER: "simulated",
    CADRE_SIM_PACE: "0",
    // Commands that cannot be confined wait for a person.
    CADRE_SANDBOX: "off",
    CADRE_LOG_LEVEL: "warn",
  });
  url = machine.url;
  const owner = { name: "Owner", email: "owner@example.com", password: "a long sentence" };
  const setup = { ...owner, token: machine.setupToken };
  key = (await apiClient(url).post<{ apiKey: string }>("/setup", setup)).apiKey;
  api = apiClient(url, key);
  const project = await api.post<{ id: string }>("/projects", { key: "TYPED", name: "Typed tasks" });
  const worker = await api.post<{ id: string }>("/agents", { name: "Wanda", position: "worker" });
  const reviewer = await api.post<{ id: string }>("/agents", { name: "Rita", position: "worker" });
  place = { projectId: project.id, assigneeId: worker.id, reviewerId: reviewer.id };
}, START_MS);

afterAll(() => machine?.end(), START_MS);

fact(
  ["I7", "I13"],
  "a typed task is carried out to completed: its command waits for a person, its file is delivered",
  async () => {
    const command = "wc -c out/hello.txt";
    const task = await type("Say hello", `Create \`out/hello.txt\` with "hello". Then run \`${command}\`.`);
    const approval = await eventually(() => askedOf(task), "question for the command", STORY_MS);
    expect(approval).toMatchObject({ kind: "action", action: command });
    expect(AT_REST).not.toContain(await statusOf(task));

    await api.post(`/approvals/${approval.id}/approve`, {});
    expect(await settled(task)).toBe("completed");

    const delivered = await api.all<Deliverable>(`/tasks/${task.id}/deliverables`);
    expect(delivered.map(({ reference }) => reference)).toEqual(["out/hello.txt"]);
    expect(await contentOf(delivered[0]?.id)).toBe("hello\n");
    const commands = (await toolCallsOf(task)).filter(({ name }) => name === "shell_execute");
    expect(commands).toMatchObject([{ status: "done", starts: 1 }]);
  },
  TIMEOUT_MS,
);

fact(
  "I7",
  "a typed task that the simulated worker cannot read ends blocked with a comment that says so, and is never completed",
  async () => {
    const task = await type("Strategy", "Think about our strategy for next year and make it a better one.");
    expect(await settled(task)).toBe("blocked");

    const comments = await api.all<Comment>(`/tasks/${task.id}/comments`);
    expect(comments.map(({ text }) => text).join("\n")).toContain("I found no step in this task that I can carry out.");
    const moves = await api.all<{ toStatus: string }>(`/tasks/${task.id}/transitions`);
    expect(moves.map(({ toStatus }) => toStatus)).toEqual(["blocked", "in_progress", "pending"]);
    expect(await api.all<Deliverable>(`/tasks/${task.id}/deliverables`)).toEqual([]);
    expect(await toolCallsOf(task)).not.toContainEqual(expect.objectContaining({ name: "shell_execute" }));
  },
  TIMEOUT_MS,
);

function type(title: string, description: string): Promise<Task> {
  return api.post<Task>("/tasks", { ...place, title, description });
}

async function statusOf({ id }: Task): Promise<string> {
  return (await api.get<Task>(`/tasks/${id}`)).status;
}

/** Where the task is when nothing moves it any more. */
function settled(task: Task): Promise<string> {
  return eventually(
    async () => {
      const status = await statusOf(task);
      return AT_REST.includes(status) ? status : undefined;
    },
    `end of "${task.id}"`,
    STORY_MS,
  );
}

async function askedOf({ id }: Task): Promise<Approval | undefined> {
  return (await api.all<Approval>(`/approvals?taskId=${id}&status=pending`))[0];
}

async function contentOf(deliverableId: string | undefined): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${url}/api/v1/deliverables/${deliverableId}/content`, { headers })).text();
}

async function toolCallsOf({ id }: Task): Promise<readonly ToolCall[]> {
  const runs = await api.all<Run>(`/tasks/${id}/runs`);
  const details = await Promise.all(runs.map((run) => api.get<{ toolCalls: ToolCall[] }>(`/runs/${run.id}`)));
  return details.flatMap(({ toolCalls }) => toolCalls);
}
