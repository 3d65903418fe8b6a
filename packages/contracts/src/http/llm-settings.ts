import {
  LlmChoice,
  LlmModelList,
  LlmProvider,
  LlmProviderChange,
  LlmProviderTest,
  LlmSettings,
  NewLlmProvider,
} from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const providerParams = z.object({ llmProviderId: idParam("llmProvider") });
const agentParams = z.object({ agentId: idParam("agent") });
const missing = { kind: "not-found", code: "llm-provider.not-found" } as const;
const missingAgent = { kind: "not-found", code: "agent.not-found" } as const;
const badProvider = [
  { kind: "invalid", code: "llm-provider.key-required" },
  { kind: "invalid", code: "llm-provider.address-required" },
  { kind: "invalid", code: "llm-provider.private-address" },
  { kind: "conflict", code: "llm-provider.name-taken" },
  { kind: "limit", code: "llm-provider.too-many" },
] as const;

export const llmSettingsEndpoints = {
  get: defineEndpoint({
    id: "llm-settings.get",
    method: "GET",
    path: "/settings/llm",
    summary: "Connected providers, and the models that agents use. Keys are never shown.",
    access: "admin",
    response: LlmSettings,
    status: 200,
  }),
  chooseDefault: defineEndpoint({
    id: "llm-settings.choose-default",
    method: "POST",
    path: "/settings/llm/default",
    summary: "Chooses the model of every agent that has none of its own, from the next call on.",
    access: "admin",
    body: LlmChoice,
    response: LlmSettings,
    status: 200,
    faults: [missing],
    example: { providerId: "llm_01", model: "gpt-6.2-sol" },
  }),
  clearDefault: defineEndpoint({
    id: "llm-settings.clear-default",
    method: "DELETE",
    path: "/settings/llm/default",
    summary: "Goes back to what the installation's environment says.",
    access: "admin",
    response: LlmSettings,
    status: 200,
  }),
  chooseForAgent: defineEndpoint({
    id: "llm-settings.choose-for-agent",
    method: "POST",
    path: "/settings/llm/agents/:agentId",
    summary: "Chooses the model of one agent, from its next call on.",
    access: "admin",
    params: agentParams,
    body: LlmChoice,
    response: LlmSettings,
    status: 200,
    faults: [missingAgent, missing],
    example: { providerId: "llm_01", model: "claude-haiku-5-5" },
  }),
  clearForAgent: defineEndpoint({
    id: "llm-settings.clear-for-agent",
    method: "DELETE",
    path: "/settings/llm/agents/:agentId",
    summary: "Lets an agent follow the default again.",
    access: "admin",
    params: agentParams,
    response: LlmSettings,
    status: 200,
    faults: [missingAgent],
  }),
};

export const llmProviderEndpoints = {
  create: defineEndpoint({
    id: "llm-providers.create",
    method: "POST",
    path: "/settings/llm/providers",
    summary: "Connects a provider. Its key is kept encrypted and never shown again. Nothing is called yet: test it.",
    access: "admin",
    body: NewLlmProvider,
    response: LlmProvider,
    status: 201,
    faults: [...badProvider],
    example: { kind: "openai", name: "OpenAI", apiKey: "sk-example-0000-0000" },
  }),
  get: defineEndpoint({
    id: "llm-providers.get",
    method: "GET",
    path: "/settings/llm/providers/:llmProviderId",
    summary: "One connected provider, without its key.",
    access: "admin",
    params: providerParams,
    response: LlmProvider,
    status: 200,
    faults: [missing],
  }),
  update: defineEndpoint({
    id: "llm-providers.update",
    method: "PATCH",
    path: "/settings/llm/providers/:llmProviderId",
    summary: "Changes the fields that are given, from the next call on. A new address needs the key again.",
    access: "admin",
    params: providerParams,
    body: LlmProviderChange,
    response: LlmProvider,
    status: 200,
    ifMatch: "required",
    faults: [
      missing,
      ...badProvider,
      { kind: "invalid", code: "llm-provider.key-again" },
      { kind: "stale", code: "llm-provider.stale" },
    ],
    example: { name: "OpenAI of the lab" },
  }),
  delete: defineEndpoint({
    id: "llm-providers.delete",
    method: "DELETE",
    path: "/settings/llm/providers/:llmProviderId",
    summary: "Forgets a provider and its key. Refused while the default or an agent uses it.",
    access: "admin",
    params: providerParams,
    response: z.undefined(),
    status: 204,
    faults: [missing, { kind: "conflict", code: "llm-provider.in-use" }],
  }),
  test: defineEndpoint({
    id: "llm-providers.test",
    method: "POST",
    path: "/settings/llm/providers/:llmProviderId/test",
    summary: "Makes one tiny real call and says what happened. It costs a fraction of a cent and counts as spent.",
    access: "admin",
    params: providerParams,
    body: z.strictObject({
      model: z
        .string()
        .trim()
        .min(1)
        .max(API_LIMITS.nameChars)
        .optional()
        .describe("Unset: the kind's default, else the first model that the provider lists."),
    }),
    response: LlmProviderTest,
    status: 200,
    faults: [missing],
    example: { model: "gpt-6-luna" },
  }),
  models: defineEndpoint({
    id: "llm-providers.list-models",
    method: "GET",
    path: "/settings/llm/providers/:llmProviderId/models",
    summary: "Models of a provider: asked of it now, from our catalogue when it cannot be asked.",
    access: "admin",
    params: providerParams,
    response: LlmModelList,
    status: 200,
    faults: [missing],
  }),
};
