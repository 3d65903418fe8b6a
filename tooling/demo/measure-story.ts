import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiClient } from "./api-client.ts";
import type { Story, StoryTask } from "./play-story.ts";

type ModelCall = {
  purpose: string;
  isSimulated: boolean;
  inputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  costMicros: number;
};

type RunDetail = { id: string; calls: ModelCall[]; toolCalls: { starts: number }[]; attempts: object[] };

export type StoryMeasures = {
  tasks: number;
  rounds: number;
  runs: number;
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  output_tokens: number;
  cost_usd: number;
  simulated: boolean;
  deliverables: number;
  notifications: number;
  duplicates: number;
};

const MICROS_PER_USD = 1_000_000;
const EFFECTS_FILE = "effects.log";

/** What the story took and left, from the API; duplicates from the journal and from the logs that the story's commands wrote. */
export async function measureStory(api: ApiClient, story: Story, home: string): Promise<StoryMeasures> {
  const tasks = await api.all<StoryTask>(`/tasks?projectId=${story.projectId}`);
  const listed = await api.all<{ id: string }>("/runs");
  const runs = await Promise.all(listed.map(({ id }) => api.get<RunDetail>(`/runs/${id}`)));
  const deliverables = await api.all<object>(`/deliverables?projectId=${story.projectId}`);
  const notifications = await api.all<object>("/notifications");
  const calls = runs.flatMap((run) => run.calls);
  const toolCalls = runs.flatMap((run) => run.toolCalls);
  const sum = (of: (call: ModelCall) => number): number => calls.reduce((total, call) => total + of(call), 0);
  return {
    tasks: tasks.length,
    rounds: Math.max(...tasks.map(({ round }) => round)),
    runs: runs.length,
    model_calls: calls.length,
    tool_calls: toolCalls.length,
    input_tokens: sum((call) => call.inputTokens),
    cache_read_tokens: sum((call) => call.cacheReadTokens),
    cache_write_tokens: sum((call) => call.cacheWriteTokens),
    output_tokens: sum((call) => call.outputTokens),
    cost_usd: sum((call) => call.costMicros) / MICROS_PER_USD,
    simulated: calls.every(({ isSimulated }) => isSimulated),
    deliverables: deliverables.length,
    notifications: notifications.length,
    duplicates: toolCalls.filter(({ starts }) => starts > 1).length + repeatedEffects(home),
  };
}

/** Lines that stand twice in one effects log: each command of the story writes its line once. */
function repeatedEffects(home: string): number {
  const data = join(home, "home/data");
  if (!existsSync(data)) return 0;
  return readdirSync(data, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(EFFECTS_FILE))
    .map((path) => readFileSync(join(data, path), "utf8").trim().split("\n"))
    .reduce((total, lines) => total + lines.length - new Set(lines).size, 0);
}
