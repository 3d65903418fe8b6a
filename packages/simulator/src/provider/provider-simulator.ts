import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Fault, type Now, SIMULATOR_LIMITS } from "@cadre/shared";
import { OpenAiError, openAiErrorFields } from "../openai/openai-error.ts";
import { answerOpenAi, bearerOf, isForOpenAi } from "../openai/openai-endpoints.ts";
import type { Policy } from "../policy.ts";
import { simulatedWorker } from "../worker/simulated-worker.ts";
import { answerControl } from "./control-endpoint.ts";
import { effectOf, FaultPlan } from "./fault-plan.ts";
import { answerMessages, countTokens, type ProviderParts } from "./messages-endpoint.ts";
import { modelById, modelInfo, modelsPage } from "./models-endpoint.ts";
import { PrefixCache } from "./prefix-cache.ts";
import { errorBody, invalidRequest, ProviderError } from "./provider-error.ts";
import { writeJson } from "./reply-writer.ts";
import { RequestLog } from "./request-log.ts";
import { SIMULATED_MODELS, type SimulatedModel } from "./simulated-models.ts";

export type ProviderSimulatorOptions = {
  /** The clock of the prompt cache. */
  readonly now: Now;
  /** Makes one id with a prefix such as `msg` or `toolu`; unset, ids are random as the vendor's are. */
  readonly newId?: ((prefix: string) => string) | undefined;
  /** Milliseconds after each streamed event; 0 means none. */
  readonly pace: number;
  /** What answers; unset, the simulated worker. */
  readonly policy?: Policy | undefined;
  readonly models?: readonly SimulatedModel[] | undefined;
  /** Which keys it knows; unset, every key. */
  readonly isKnownKey?: ((key: string) => boolean) | undefined;
};

export type ProviderSimulator = {
  /** Listens, on loopback unless told otherwise, and answers its address. Port 0, the default, takes a free one. */
  listen(port?: number, host?: string): Promise<string>;
  close(): Promise<void>;
  readonly faults: FaultPlan;
  readonly requests: RequestLog;
  readonly cache: PrefixCache;
};

type State = ProviderParts & {
  readonly faults: FaultPlan;
  readonly requests: RequestLog;
  readonly isKnownKey: (key: string) => boolean;
};

const OPENAI_LIFETIMES_MS = {
  "5m": SIMULATOR_LIMITS.openAiCacheShortMs,
  "1h": SIMULATOR_LIMITS.openAiCacheLongMs,
};

/**
 * An HTTP server that behaves like the Anthropic Messages API and like OpenAI's Responses and Chat Completions, strict rules and prompt
 * caches included, with a policy for a model.
 */
export function createProviderSimulator(options: ProviderSimulatorOptions): ProviderSimulator {
  const state: State = {
    now: options.now,
    newId: options.newId ?? ((prefix) => `${prefix}_sim_${randomBytes(12).toString("hex")}`),
    policy: options.policy ?? simulatedWorker,
    models: options.models ?? SIMULATED_MODELS,
    cache: new PrefixCache(options.now),
    openAiCache: new PrefixCache(options.now, OPENAI_LIFETIMES_MS),
    paceMs: options.pace,
    faults: new FaultPlan(),
    requests: new RequestLog(),
    isKnownKey: options.isKnownKey ?? (() => true),
  };
  const server = createServer((request, response) => void answer(state, request, response));
  return {
    listen: (port = 0, host = "127.0.0.1") => listen(server, port, host),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    faults: state.faults,
    requests: state.requests,
    cache: state.cache,
  };
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const message = `The provider simulator cannot listen on ${host}:${port}: ${cause.message}. Free the port or give another one.`;
      reject(new Fault("unavailable", "simulator.cannot-listen", { message, cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(`http://${host}:${typeof address === "object" && address !== null ? address.port : port}`);
    });
  });
}

/** The edge: whatever goes wrong inside becomes an error body, or a destroyed socket once the answer has begun. */
async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = state.newId("req");
  response.setHeader("request-id", requestId);
  response.setHeader("x-request-id", requestId);
  response.setHeader("x-simulated", "true");
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  try {
    const body = await readBody(request);
    if (url.pathname.startsWith("/control/")) {
      return await answerControl(state, { request, response, path: url.pathname, body });
    }
    const model = modelNamedIn(body);
    const logged = { requestId, at: state.now(), method: request.method ?? "", path: url.pathname, model, body };
    const entry = { ...logged, status: undefined };
    state.requests.add(entry);
    response.once("finish", () => Object.assign(entry, { status: response.statusCode }));
    await answerProvider(state, { request, response, url, body, requestId });
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refusal = refusalOf(error, { isOpenAi: isForOpenAi(request, url.pathname), requestId });
    response.writeHead(refusal.status, { "content-type": "application/json", ...refusal.headers });
    response.end(JSON.stringify(refusal.body));
  }
}

type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
};

/** An error in the words of the dialect that was spoken. */
function refusalOf(error: unknown, spoken: { readonly isOpenAi: boolean; readonly requestId: string }): Refusal {
  if (error instanceof OpenAiError) return openAiRefusal(error);
  const stated = error instanceof ProviderError ? error : new ProviderError(500, String(error));
  const { status, headers, message, errorCode: code } = stated;
  if (!spoken.isOpenAi) return { status, headers, body: errorBody(stated, spoken.requestId) };
  const type = stated.hasOwnType ? stated.type : undefined;
  return openAiRefusal(new OpenAiError(status, message, { type, code, headers }));
}

function openAiRefusal(error: OpenAiError): Refusal {
  return { status: error.status, headers: error.headers, body: { error: openAiErrorFields(error) } };
}

type Incoming = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: unknown;
  readonly requestId: string;
};

async function answerProvider(state: State, incoming: Incoming): Promise<void> {
  const { request, response, url, body, requestId } = incoming;
  const path = url.pathname;
  const effects = state.faults.take({ path, model: modelNamedIn(body) });
  const delay = effectOf(effects, "delay");
  if (delay !== undefined) await wait(delay.ms);
  if (effectOf(effects, "hang") !== undefined) return;
  if (effectOf(effects, "reset") !== undefined) return void request.socket.resetAndDestroy();
  throwPlannedStatus(effects);
  const route = `${request.method} ${path}`;
  if (isForOpenAi(request, path)) {
    const apiKey = bearerOf(request);
    if (!state.isKnownKey(apiKey)) throw new OpenAiError(401, "Incorrect API key provided.");
    return await answerOpenAi(state, route, { requestId, apiKey, body, effects, response });
  }
  const apiKey = apiKeyOf(request);
  if (!state.isKnownKey(apiKey)) throw new ProviderError(401, "invalid x-api-key");
  if (route === "POST /v1/messages") {
    return await answerMessages(state, { requestId, apiKey, body, effects, response });
  }
  const found = plainAnswer(state, { route, url, body });
  response.writeHead(200, { "content-type": "application/json" });
  await writeJson(response, found, effects);
}

function plainAnswer(state: State, asked: { route: string; url: URL; body: unknown }): object {
  const { route, url } = asked;
  if (route === "POST /v1/messages/count_tokens") return countTokens(state, asked.body);
  if (route === "GET /v1/models") return modelsPage(state.models, url.searchParams);
  if (route.startsWith("GET /v1/models/")) {
    return modelInfo(modelById(state.models, decodeURIComponent(url.pathname.slice("/v1/models/".length))));
  }
  throw new ProviderError(404, `Not found: ${route}`);
}

function throwPlannedStatus(effects: ReturnType<FaultPlan["take"]>): void {
  const planned = effectOf(effects, "status");
  if (planned === undefined) return;
  const { type, errorCode, retryAfterSeconds } = planned;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  throw new ProviderError(planned.status, planned.message ?? "A planned fault.", { type, errorCode, headers });
}

function apiKeyOf(request: IncomingMessage): string {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const key = request.headers["x-api-key"] ?? bearer;
  if (typeof key !== "string" || key.trim() === "") throw new ProviderError(401, "x-api-key header is required");
  if (request.headers["anthropic-version"] === undefined) throw invalidRequest("anthropic-version: header is required");
  return key;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > SIMULATOR_LIMITS.bodyMaxBytes) throw new ProviderError(413, "Request exceeds the maximum size");
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString("utf8");
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidRequest(`The request body is not valid JSON: ${String(error)}`);
  }
}

function modelNamedIn(body: unknown): string | undefined {
  if (body === null || typeof body !== "object" || !("model" in body)) return undefined;
  return typeof body.model === "string" ? body.model : undefined;
}
