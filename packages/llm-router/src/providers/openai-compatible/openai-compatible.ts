import { defineProvider } from "../../provider.ts";
import { ChatReplyBuilder } from "../openai/chat-reply.ts";
import { toChatParams } from "../openai/chat-request.ts";
import { createOpenAiProvider } from "../openai/openai-provider.ts";
import type { OpenAiDialect } from "../openai/wire-dialect.ts";

const chatCompletions: OpenAiDialect = {
  open: (client, { request, catalogue, signal }) =>
    client.chat.completions.create(toChatParams(request, catalogue), { signal }).asResponse(),
  createBuilder: (request) => new ChatReplyBuilder(request),
};

/** Any server with the Chat Completions API: Ollama, vLLM, llama.cpp, LM Studio, gateways. */
export const openaiCompatible = defineProvider({
  name: "openai-compatible",
  label: "OpenAI-compatible server (Ollama, vLLM, gateways)",
  isSimulated: false,
  needsKey: false,
  needsBaseUrl: true,
  defaultModel: undefined,
  keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
  baseUrlVariable: "OPENAI_COMPATIBLE_BASE_URL",
  create: (deps) =>
    createOpenAiProvider(deps, {
      name: "openai-compatible",
      // Nothing listens there: a compatible server has an address of its own.
      defaultBaseUrl: "http://127.0.0.1:9",
      dialect: chatCompletions,
    }),
});
