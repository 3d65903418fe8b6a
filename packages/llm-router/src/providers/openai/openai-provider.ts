import { type ModelEvent, type ModelFailure, type ModelRequest, NO_USAGE } from "@cadre/domain";
import OpenAI from "openai";
import {
  classificationContext,
  type ClassificationContext,
  classifyError,
  classifyThrown,
  cutFailure,
} from "../../failure-classification.ts";
import { openLifeline } from "../../lifeline.ts";
import type { CallOptions, Credentials, ListedModel, ModelList, ModelProvider, ProviderDeps } from "../../provider.ts";
import { OPENAI_ERRORS } from "./openai-errors.ts";
import { sseMessages } from "./sse-messages.ts";
import { isStatedError, type OpenAiDialect, type ReplyBuilder } from "./wire-dialect.ts";

export type OpenAiIdentity = {
  readonly name: string;
  /** Where calls go when the credentials name no address. */
  readonly defaultBaseUrl: string;
  readonly dialect: OpenAiDialect;
};

type Adapter = { readonly deps: ProviderDeps; readonly identity: OpenAiIdentity };

/** A provider that speaks one of the OpenAI dialects, be it the vendor's or a compatible server's. */
export function createOpenAiProvider(deps: ProviderDeps, identity: OpenAiIdentity): ModelProvider {
  const adapter: Adapter = { deps, identity };
  return {
    name: identity.name,
    isSimulated: false,
    stream: (request, options) => stream(adapter, request, options),
    listModels: (options) => listModels(adapter, options),
  };
}

/**
 * Retries and logging of the SDK are off: retries are ours, and its log would hold prompts. What it would read of the environment is
 * answered here. A redirect is an error: a key goes to the address it was given for and nowhere else.
 */
function clientFor(adapter: Adapter, credentials: Credentials): OpenAI {
  return new OpenAI({
    // The SDK insists on a key where compatible servers need none.
    apiKey: credentials.apiKey === "" ? "none" : credentials.apiKey,
    baseURL: credentials.baseUrl ?? adapter.identity.defaultBaseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    fetchOptions: { redirect: "error" },
  });
}

async function* stream(adapter: Adapter, request: ModelRequest, options: CallOptions): AsyncGenerator<ModelEvent> {
  const lifeline = openLifeline(options.signal, adapter.deps.startIdleWatch);
  const { dialect } = adapter.identity;
  const builder = dialect.createBuilder(request);
  let response: Response | undefined;
  let failure: ModelFailure | undefined;
  const context = (): ClassificationContext =>
    classificationContext(adapter.deps, options, { request, hasAnswered: response?.ok === true });
  try {
    const { signal } = lifeline.controller;
    const call = { request, catalogue: adapter.deps.catalogue, signal };
    response = await dialect.open(clientFor(adapter, options.credentials), call);
    for await (const message of sseMessages(response, lifeline.touch)) {
      // Again for each event: a caller that takes its time must not make the stream look silent.
      lifeline.touch();
      const taken = builder.accept(message);
      if (isStatedError(taken)) {
        failure = classifyError(
          OPENAI_ERRORS,
          { status: undefined, headers: response.headers, error: taken.error },
          context(),
        );
        break;
      }
      yield* taken;
      if (builder.isComplete) lifeline.messageDone();
    }
  } catch (error) {
    failure = classifyThrown(OPENAI_ERRORS, error, context());
  } finally {
    lifeline.close();
    // A caller that stops listening, or an error in mid-stream, ends the HTTP request.
    if (!builder.isComplete) lifeline.controller.abort();
  }
  failure = lifeline.failure() ?? failure;
  const requestId = response?.headers.get("x-request-id") ?? undefined;
  yield endingOf(request, { builder, failure, requestId, hasAnswered: response !== undefined });
}

type Outcome = {
  readonly builder: ReplyBuilder;
  readonly failure: ModelFailure | undefined;
  readonly requestId: string | undefined;
  readonly hasAnswered: boolean;
};

/** A whole reply counts even when its connection broke afterwards. */
function endingOf(request: ModelRequest, outcome: Outcome): ModelEvent {
  const reply = outcome.builder.reply();
  if (reply !== undefined) {
    return {
      type: "end",
      reply: { model: request.model, ...reply, requestId: outcome.requestId, isSimulated: false },
    };
  }
  const failure = outcome.failure ?? cutFailure();
  // What was refused before a reply began is not billed, so nothing of it is estimated.
  return { type: "failed", failure, usage: outcome.hasAnswered ? outcome.builder.usageSoFar : NO_USAGE };
}

async function listModels(adapter: Adapter, options: CallOptions): Promise<ModelList> {
  const lifeline = openLifeline(options.signal, adapter.deps.startIdleWatch);
  try {
    const models: ListedModel[] = [];
    const pages = clientFor(adapter, options.credentials).models.list({ signal: lifeline.controller.signal });
    for await (const { id } of pages) {
      models.push({ id, label: id, maxInputTokens: undefined, maxOutputTokens: undefined });
    }
    return { kind: "listed", models };
  } catch (error) {
    const context = classificationContext(adapter.deps, options, { request: undefined, hasAnswered: false });
    return { kind: "failed", failure: lifeline.failure() ?? classifyThrown(OPENAI_ERRORS, error, context) };
  } finally {
    lifeline.close();
  }
}
