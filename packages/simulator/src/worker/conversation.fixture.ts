import type Anthropic from "@anthropic-ai/sdk";
import { type Office, toolSpecs } from "./office.fixture.ts";

export type Conversation = {
  readonly messages: Anthropic.MessageParam[];
  /** All texts of the assistant, in order. */
  readonly texts: readonly string[];
  readonly usage: readonly Anthropic.Usage[];
};

export type Setting = {
  readonly client: Anthropic;
  readonly office: Office;
  readonly system?: string;
  readonly model?: string;
  readonly tools?: Anthropic.Tool[];
  /** Stands after the newest message of every request, as the platform's situation does. */
  readonly situation?: string;
  /** Stops before the reply after this many. */
  readonly maxReplies?: number;
};

const SYSTEM =
  "You are an agent of Cadre. A beat answers HEARTBEAT_OK; a review ends with a verdict; run `rm -rf` never. ".repeat(
    60,
  );
const MOST_REPLIES = 60;

/** Runs a turn as an engine would: streams a reply, runs its calls in order, appends the results, until a reply has no call. */
export async function converse(setting: Setting, messages: Anthropic.MessageParam[]): Promise<Conversation> {
  const texts: string[] = [];
  const usage: Anthropic.Usage[] = [];
  for (let replies = 0; replies < (setting.maxReplies ?? MOST_REPLIES); replies += 1) {
    const reply = await ask(setting, messages);
    usage.push(reply.usage);
    texts.push(...reply.content.flatMap((block) => (block.type === "text" ? [block.text] : [])));
    messages.push({ role: "assistant", content: reply.content });
    const results = reply.content.flatMap((block) =>
      block.type === "tool_use" ? [resultOf(setting.office, block)] : [],
    );
    if (results.length === 0) return { messages, texts, usage };
    messages.push({ role: "user", content: results });
  }
  if (setting.maxReplies === undefined) throw new Error("The turn does not end.");
  return { messages, texts, usage };
}

export function ask(setting: Setting, messages: readonly Anthropic.MessageParam[]): Promise<Anthropic.Message> {
  return setting.client.messages
    .stream({
      model: setting.model ?? "simulated-worker-1",
      max_tokens: 4_000,
      cache_control: { type: "ephemeral" },
      system: [{ type: "text", text: setting.system ?? SYSTEM, cache_control: { type: "ephemeral" } }],
      tools: setting.tools ?? toolSpecs(),
      messages: withSituation(messages, setting.situation),
    })
    .finalMessage();
}

export function user(text: string): Anthropic.MessageParam {
  return { role: "user", content: text };
}

function withSituation(
  messages: readonly Anthropic.MessageParam[],
  situation: string | undefined,
): Anthropic.MessageParam[] {
  const last = messages.at(-1);
  if (situation === undefined || last === undefined) return [...messages];
  const content = typeof last.content === "string" ? [{ type: "text" as const, text: last.content }] : last.content;
  return [...messages.slice(0, -1), { role: "user", content: [...content, { type: "text", text: situation }] }];
}

function resultOf(office: Office, call: Anthropic.ToolUseBlock): Anthropic.ToolResultBlockParam {
  const result = office.run(call.name, call.input as Readonly<Record<string, unknown>>);
  return { type: "tool_result", tool_use_id: call.id, content: result.text, is_error: result.isError === true };
}
