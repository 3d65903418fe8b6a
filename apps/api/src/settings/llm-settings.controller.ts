import { llmProviderEndpoints, llmSettingsEndpoints } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import {
  chooseAgentModel,
  chooseDefaultModel,
  createLlmProvider,
  deleteLlmProvider,
  getLlmProvider,
  getLlmSettings,
  listLlmModels,
  type LlmTestDeps,
  testLlmProvider,
  updateLlmProvider,
} from "@cadre/engine";
import { MODEL_LIMITS } from "@cadre/shared";
import { Controller, Inject } from "@nestjs/common";
import { ApiContext } from "../http/api-context.ts";
import { type In, UseEndpoint } from "../http/endpoint.decorators.ts";

/** Connected model providers, and which models agents use. */
@Controller()
export class LlmSettingsController {
  readonly #deps: LlmTestDeps;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#deps = context.llm;
  }

  @UseEndpoint(llmSettingsEndpoints.get)
  get(actor: Actor) {
    return getLlmSettings(this.#deps, actor);
  }

  @UseEndpoint(llmSettingsEndpoints.chooseDefault)
  chooseDefault(actor: Actor, { body }: In<typeof llmSettingsEndpoints.chooseDefault>) {
    return chooseDefaultModel(this.#deps, actor, body);
  }

  @UseEndpoint(llmSettingsEndpoints.clearDefault)
  clearDefault(actor: Actor) {
    return chooseDefaultModel(this.#deps, actor, null);
  }

  @UseEndpoint(llmSettingsEndpoints.chooseForAgent)
  chooseForAgent(actor: Actor, { params, body }: In<typeof llmSettingsEndpoints.chooseForAgent>) {
    return chooseAgentModel(this.#deps, actor, { ...params, choice: body });
  }

  @UseEndpoint(llmSettingsEndpoints.clearForAgent)
  clearForAgent(actor: Actor, { params }: In<typeof llmSettingsEndpoints.clearForAgent>) {
    return chooseAgentModel(this.#deps, actor, { ...params, choice: null });
  }

  @UseEndpoint(llmProviderEndpoints.create)
  create(actor: Actor, { body }: In<typeof llmProviderEndpoints.create>) {
    return createLlmProvider(this.#deps, actor, body);
  }

  @UseEndpoint(llmProviderEndpoints.get)
  getProvider(actor: Actor, { params }: In<typeof llmProviderEndpoints.get>) {
    return getLlmProvider(this.#deps, actor, params);
  }

  @UseEndpoint(llmProviderEndpoints.update)
  update(actor: Actor, { params, body, version }: In<typeof llmProviderEndpoints.update>) {
    return updateLlmProvider(this.#deps, actor, { ...params, version, change: body });
  }

  @UseEndpoint(llmProviderEndpoints.delete)
  async delete(actor: Actor, { params }: In<typeof llmProviderEndpoints.delete>) {
    await deleteLlmProvider(this.#deps, actor, params);
    return undefined;
  }

  @UseEndpoint(llmProviderEndpoints.test)
  test(actor: Actor, { params, body }: In<typeof llmProviderEndpoints.test>) {
    return testLlmProvider(this.#deps, actor, { ...params, ...body, signal: patience() });
  }

  @UseEndpoint(llmProviderEndpoints.models)
  models(actor: Actor, { params }: In<typeof llmProviderEndpoints.models>) {
    return listLlmModels(this.#deps, actor, { ...params, signal: patience() });
  }
}

/** A person waits for the answer: a provider that takes longer is told as one that does not answer. */
function patience(): AbortSignal {
  return AbortSignal.timeout(MODEL_LIMITS.providerTestTimeoutMs);
}
