import type { IncomingMessage } from "node:http";
import { SIMULATOR_LIMITS } from "@cadre/shared";
import { effectOf, type FaultEffect } from "../provider/fault-plan.ts";
import type { Exchange, ProviderParts } from "../provider/messages-endpoint.ts";
import type { CacheUse } from "../provider/prefix-cache.ts";
import { writeJson, writeStream } from "../provider/reply-writer.ts";
import { sseFrame } from "../provider/stream-codec.ts";
import { cacheBlocks } from "./cache-breakpoints.ts";
import { completionBody, completionChunks } from "./chat-codec.ts";
import { OpenAiError, openAiErrorFields } from "./openai-error.ts";
import { openAiModelById, openAiModelInfo, openAiModelList } from "./openai-models.ts";
import { type OpenAiReply, replyItems, shaped } from "./openai-reply.ts";
import { type OpenAiRequest, policyRequestOf } from "./openai-request.ts";
import { readChatRequest } from "./read-chat-request.ts";
import { readResponsesRequest } from "./read-responses-request.ts";
import { responseBody, responseEvents } from "./responses-codec.ts";

/** One of the two dialects: how it reads, and how it writes. */
type Dialect = {
  readonly idPrefix: string;
  readonly read: (body: unknown) => OpenAiRequest;
  readonly body: (reply: OpenAiReply) => object;
  readonly frames: (reply: OpenAiReply) => Iterable<string>;
  readonly errorFrame: (error: OpenAiError) => string;
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  "POST /v1/responses": {
    idPrefix: "resp",
    read: readResponsesRequest,
    body: responseBody,
    *frames(reply) {
      for (const event of responseEvents(reply)) yield sseFrame(event.type, event);
    },
    errorFrame: (error) => sseFrame("error", { type: "error", sequence_number: 0, ...errorOfStream(error) }),
  },
  "POST /v1/chat/completions": {
    idPrefix: "chatcmpl",
    read: readChatRequest,
    body: completionBody,
    *frames(reply) {
      for (const chunk of completionChunks(reply)) yield dataFrame(JSON.stringify(chunk));
      yield dataFrame("[DONE]");
    },
    errorFrame: (error) => dataFrame(JSON.stringify({ error: openAiErrorFields(error) })),
  },
};

/** Whether a request is meant for one of the OpenAI dialects: their paths, and the shared list of models without Anthropic's header. */
export function isForOpenAi(request: IncomingMessage, path: string): boolean {
  if (`POST ${path}` in DIALECTS) return true;
  return path.startsWith("/v1/models") && request.headers["anthropic-version"] === undefined;
}

/** Who asks. The vendor knows no other place for a key. */
export function bearerOf(request: IncomingMessage): string {
  const key = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (key !== undefined) return key;
  const message = "You didn't provide an API key. You need to provide it in an Authorization header using Bearer auth.";
  throw new OpenAiError(401, message, { type: "invalid_request_error" });
}

/** Answers one request of either dialect: checks, asks the policy, counts, and writes JSON or a stream. */
export async function answerOpenAi(parts: ProviderParts, route: string, exchange: Exchange): Promise<void> {
  const { effects, response } = exchange;
  const dialect = DIALECTS[route];
  if (dialect === undefined) {
    const found = modelsAnswer(route);
    response.writeHead(200, { "content-type": "application/json" });
    return await writeJson(response, found, effects);
  }
  const reply = await replyTo(parts, dialect, exchange);
  if (response.destroyed) return;
  reply.use.commit();
  const { request } = reply;
  if (!request.isStream) {
    if (effectOf(effects, "stream-error") !== undefined) throw new OpenAiError(529, "Overloaded");
    response.writeHead(200, { "content-type": "application/json" });
    return await writeJson(response, dialect.body(reply), effects);
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  await writeStream(response, dialect.frames(reply), {
    effects,
    paceMs: parts.paceMs,
    errorFrame: ({ message, type }) => dialect.errorFrame(new OpenAiError(529, message ?? "Overloaded", { type })),
  });
}

async function replyTo(parts: ProviderParts, dialect: Dialect, exchange: Exchange): Promise<OpenAiReply> {
  const request = dialect.read(exchange.body);
  const use = parts.openAiCache.plan({
    scope: [exchange.apiKey, request.model.id, request.cacheKey].join("\0"),
    ...cacheBlocks(request),
    minTokens: SIMULATOR_LIMITS.openAiMinCacheTokens,
  });
  refuseTooLong(use, request, exchange.effects);
  const items = replyItems(await parts.policy(policyRequestOf(request)), { request, newId: parts.newId });
  const room = request.model.contextTokens - use.totalTokens;
  const maxTokens = Math.min(room, request.maxTokens ?? request.model.maxOutputTokens);
  return {
    id: parts.newId(dialect.idPrefix),
    request,
    use,
    ...shaped(items, { maxTokens, effects: exchange.effects, refusalId: parts.newId("msg") }),
    createdAt: Math.floor(parts.now().getTime() / 1_000),
  };
}

function refuseTooLong(use: CacheUse, request: OpenAiRequest, effects: readonly FaultEffect[]): void {
  const planned = effectOf(effects, "context-exceeded");
  const isPlanned = planned !== undefined && planned.as !== "stop";
  if (use.totalTokens < request.model.contextTokens && !isPlanned) return;
  throw new OpenAiError(
    400,
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    {
      code: "context_length_exceeded",
      param: "input",
    },
  );
}

function modelsAnswer(route: string): object {
  if (route === "GET /v1/models") return openAiModelList();
  const prefix = "GET /v1/models/";
  if (route.startsWith(prefix)) return openAiModelInfo(openAiModelById(decodeURIComponent(route.slice(prefix.length))));
  throw new OpenAiError(404, `Invalid URL (${route})`);
}

function errorOfStream(error: OpenAiError): object {
  const { message, code, param } = openAiErrorFields(error);
  return { message, code, param };
}

function dataFrame(data: string): string {
  return `data: ${data}\n\n`;
}
