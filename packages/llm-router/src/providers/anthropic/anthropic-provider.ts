import Anthropic from "@anthropic-ai/sdk";
import { Stream } from "@anthropic-ai/sdk/core/streaming";
import type { ModelEvent, ModelFailure, ModelRequest } from "@cadre/domain";
import {
  classificationContext,
  type ClassificationContext,
  classifyError,
  classifyThrown,
  cutFailure,
} from "../../failure-classification.ts";
import type { CallOptions, Credentials, ModelList, ModelProvider, ProviderDeps, TokenCount } from "../../provider.ts";
import { type Lifeline, openLifeline } from "../../lifeline.ts";
import { ANTHROPIC_ERRORS } from "./anthropic-errors.ts";
import { ReplyBuilder } from "./reply-builder.ts";
import { toPrompt, toStreamParams } from "./request-mapping.ts";

export type AnthropicIdentity = {
  readonly name: string;
  readonly isSimulated: boolean;
  /** Where calls go when the credentials name no address. */
  readonly defaultBaseUrl: string;
};

/** A provider that speaks the Anthropic Messages API, be it the vendor's, a compatible server's or the simulator's. */
export function createAnthropicProvider(deps: ProviderDeps, identity: AnthropicIdentity): ModelProvider {
  const adapter: Adapter = { deps, identity };
  return {
    name: identity.name,
    isSimulated: identity.isSimulated,
    stream: (request, options) => stream(adapter, request, options),
    countTokens: (request, options) => countTokens(adapter, request, options),
    listModels: (options) => listModels(adapter, options),
  };
}

type Adapter = { readonly deps: ProviderDeps; readonly identity: AnthropicIdentity };

/**
 * Retries, logging and tracing of the SDK are off: retries are ours, and its log would hold prompts. A redirect is an error: a key goes to
 * the address it was given for and nowhere else.
 */
function clientFor(adapter: Adapter, credentials: Credentials): Anthropic {
  return new Anthropic({
    // The stand-in has no key, and what speaks this protocol refuses a call without one.
    apiKey: credentials.apiKey === "" ? "none" : credentials.apiKey,
    baseURL: credentials.baseUrl ?? adapter.identity.defaultBaseUrl,
    maxRetries: 0,
    logLevel: "off",
    fetchOptions: { redirect: "error" },
    openTelemetry: false,
  });
}

async function* stream(adapter: Adapter, request: ModelRequest, options: CallOptions): AsyncGenerator<ModelEvent> {
  const lifeline = openLifeline(options.signal, adapter.deps.startIdleWatch);
  const builder = new ReplyBuilder(request.model.model);
  let response: Response | undefined;
  let failure: ModelFailure | undefined;
  const context = (): ClassificationContext =>
    classificationContext(adapter.deps, options, { request, hasAnswered: response?.ok === true });
  try {
    response = await clientFor(adapter, options.credentials)
      .messages.create(toStreamParams(request, adapter.deps.catalogue), { signal: lifeline.controller.signal })
      .asResponse();
    // The raw events, because the SDK's own stream swallows pings, and a ping is a sign of life.
    for await (const event of Stream.rawEvents(response, lifeline.controller)) {
      lifeline.touch();
      if (event.event === "error") {
        failure = classifyError(
          ANTHROPIC_ERRORS,
          { status: undefined, headers: response.headers, error: JSON.parse(event.data) },
          context(),
        );
        break;
      }
      if (event.event === "ping" || event.event === null) continue;
      const shown = builder.accept(JSON.parse(event.data) as Anthropic.RawMessageStreamEvent);
      if (shown !== undefined) yield shown;
      if (builder.isComplete) lifeline.messageDone();
    }
  } catch (error) {
    failure = classifyThrown(ANTHROPIC_ERRORS, error, context());
  } finally {
    lifeline.close();
  }
  failure = lifeline.failure() ?? failure;
  yield endingOf(adapter, request, { builder, failure, requestId: response?.headers.get("request-id") ?? undefined });
}

type Outcome = {
  readonly builder: ReplyBuilder;
  readonly failure: ModelFailure | undefined;
  readonly requestId: string | undefined;
};

/** A whole message counts even when its connection broke afterwards. */
function endingOf(adapter: Adapter, request: ModelRequest, outcome: Outcome): ModelEvent {
  const reply = outcome.builder.reply();
  if (reply !== undefined) {
    const isSimulated = adapter.identity.isSimulated;
    return { type: "end", reply: { model: request.model, ...reply, requestId: outcome.requestId, isSimulated } };
  }
  const failure = outcome.failure ?? cutFailure();
  return { type: "failed", failure, usage: outcome.builder.usageSoFar };
}

async function countTokens(adapter: Adapter, request: ModelRequest, options: CallOptions): Promise<TokenCount> {
  return guarded(adapter, options, {
    request,
    run: async (client, signal) => {
      const count = await client.messages.countTokens(toPrompt(request, adapter.deps.catalogue), { signal });
      return { kind: "counted", tokens: count.input_tokens };
    },
  });
}

async function listModels(adapter: Adapter, options: CallOptions): Promise<ModelList> {
  return guarded(adapter, options, {
    request: undefined,
    run: async (client, signal) => {
      const models = [];
      for await (const model of client.models.list({}, { signal })) {
        models.push({
          id: model.id,
          label: model.display_name,
          maxInputTokens: model.max_input_tokens ?? undefined,
          maxOutputTokens: model.max_tokens ?? undefined,
        });
      }
      return { kind: "listed", models };
    },
  });
}

type Failed = { readonly kind: "failed"; readonly failure: ModelFailure };

/** Runs a plain call under a lifeline and turns what it throws into a failure. */
async function guarded<Result>(
  adapter: Adapter,
  options: CallOptions,
  work: {
    readonly request: ModelRequest | undefined;
    readonly run: (client: Anthropic, signal: AbortSignal) => Promise<Result>;
  },
): Promise<Result | Failed> {
  const lifeline: Lifeline = openLifeline(options.signal, adapter.deps.startIdleWatch);
  try {
    return await work.run(clientFor(adapter, options.credentials), lifeline.controller.signal);
  } catch (error) {
    const context = classificationContext(adapter.deps, options, { request: work.request, hasAnswered: false });
    return { kind: "failed", failure: lifeline.failure() ?? classifyThrown(ANTHROPIC_ERRORS, error, context) };
  } finally {
    lifeline.close();
  }
}
