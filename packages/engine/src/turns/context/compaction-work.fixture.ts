import type { AgentSettingsChange, CompactionEntry, Message, ModelRequest } from "@cadre/domain";
import { textOf } from "@cadre/domain";
import { createCatalogue, FREE_PRICE } from "@cadre/llm-router";
import { callsOf, respondingModel, says, type ScriptedAnswer } from "@cadre/testkit";
import { getAgent } from "../../agents/get-agent.ts";
import { updateAgent } from "../../agents/update-agent.ts";
import { failureOf, type TurnDesk } from "../turn-desk.fixture.ts";

/** A model with a window that a task fills in a dozen steps. */
export const SMALL = createCatalogue([
  {
    provider: "scripted",
    id: "script",
    contextWindowTokens: 32_000,
    maxOutputTokens: 2_000,
    minCacheableTokens: null,
    capabilities: {
      acceptsTemperature: true,
      acceptsForcedTools: true,
      hidesProgress: false,
      thinking: "never",
      acceptsCacheBreakpoints: true,
    },
    prices: [FREE_PRICE],
  },
]);
const SUBMIT = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);

type Work = {
  readonly steps: number;
  /** What the summariser answers; by default words. */
  readonly summary?: (nth: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  readonly before?: (request: ModelRequest, step: number) => Promise<void> | undefined;
  /** Requests that the provider finds too large. */
  readonly refuses?: (request: ModelRequest) => boolean;
};

/** Writes a page in each step, tells what it decided, and submits at the end. A request without tools asks for a summary. */
export function worker({
  steps,
  summary = () => says("Pages were written one after the other."),
  before,
  refuses,
}: Work) {
  let step = 0;
  let summaries = 0;
  const model = respondingModel(
    async (request) => {
      if (request.tools.length === 0) return summary((summaries += 1));
      if (!isOfTask(request)) return says("Read.");
      await before?.(request, step + 1);
      if (refuses?.(request) === true) return failureOf("context-exceeded");
      step += 1;
      return step > steps ? SUBMIT : page(step);
    },
    ({ system, tools, messages, tail }) => Math.ceil(JSON.stringify([system, tools, messages, tail]).length / 4),
  );
  return { ...model, mains: () => model.requests.filter(({ tools }) => tools.length > 0) };
}

function isOfTask({ messages }: ModelRequest): boolean {
  return messages.some((message) => textOf(message).includes("TASK EXECUTION"));
}

function page(step: number): ScriptedAnswer {
  const answer = callsOf(["file_write", { path: `pages/${step}.md`, content: `Page ${step}. ${"word ".repeat(900)}` }]);
  if ("failure" in answer) return answer;
  return { content: [{ type: "text", text: `I decided that page ${step} is finished.` }, ...answer.content] };
}

export async function begin(desk: TurnDesk): Promise<string> {
  return desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
}

export async function compactionsOf({ deps }: TurnDesk): Promise<CompactionEntry[]> {
  const rows = await deps.database.query<{ payload: string }>(
    "select payload from session_entries where kind = 'compaction' order by session_id, seq",
  );
  return rows.map(({ payload }) => JSON.parse(payload) as CompactionEntry);
}

export async function sessionOf({
  deps,
  given,
}: TurnDesk): Promise<{ id: string; organizationId: string; epoch: number }> {
  const [row] = await deps.database.query<{ id: string; epoch: number }>(
    "select id, epoch from sessions where task_id is not null order by id limit 1",
  );
  return { id: row?.id ?? "", epoch: row?.epoch ?? 0, organizationId: given.organizationId };
}

export function textsOf(messages: readonly Message[]): string {
  return messages
    .map((message) => (message.role === "tool" ? JSON.stringify(message.content) : textOf(message)))
    .join("\n");
}

export async function setOfWorker({ deps, given }: TurnDesk, settings: AgentSettingsChange): Promise<void> {
  const { version } = await getAgent(deps, given.owner, { agentId: given.workerId });
  await updateAgent(deps, given.owner, { agentId: given.workerId, version, change: { settings } });
}
