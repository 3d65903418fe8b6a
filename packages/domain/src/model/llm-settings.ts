import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { OPEN_ADDRESS } from "../open-address.ts";
import { visibleText } from "../visible-text.ts";

/** Kinds of provider that an organization may connect. `openai-compatible` is any server with the Chat Completions API. */
export const LLM_PROVIDER_KINDS = ["anthropic", "openai", "openai-compatible"] as const;
export type LlmProviderKind = (typeof LLM_PROVIDER_KINDS)[number];

const name = visibleText(API_LIMITS.nameChars);
const modelId = z.string().trim().min(1).max(API_LIMITS.nameChars);
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(API_LIMITS.urlChars)
  .refine(...OPEN_ADDRESS)
  .describe("Address of the API, such as https://models.example.com/v1. Private addresses need an operator's leave.");
const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "A key has neither blanks nor line breaks.")
  .max(API_LIMITS.providerKeyChars)
  .describe("Kept encrypted and never shown again.");
const costsNothing = z
  .boolean()
  .describe(
    "True for a server of your own: its calls count as free instead of being charged at the dearest price known.",
  );

/** A provider that an organization connected. Its key is never part of it. */
export const LlmProvider = z.object({
  id: z.string(),
  kind: z.enum(LLM_PROVIDER_KINDS),
  name: z.string(),
  /** Null: the vendor's own address. */
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  /** The last four characters of the key; null without a key and for one too short to show any of it. */
  keyEnding: z.string().nullable(),
  costsNothing: z.boolean(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type LlmProvider = z.infer<typeof LlmProvider>;

export const NewLlmProvider = z.strictObject({
  kind: z.enum(LLM_PROVIDER_KINDS),
  name,
  baseUrl: baseUrl.optional(),
  apiKey: apiKey.optional(),
  costsNothing: costsNothing.default(false),
});
export type NewLlmProvider = z.infer<typeof NewLlmProvider>;

/** A change of a provider: only the fields that are given. A new address needs the key again, so that no key wanders. */
export const LlmProviderChange = z.strictObject({
  name: name.optional(),
  baseUrl: baseUrl.nullable().optional(),
  apiKey: apiKey.nullable().optional(),
  costsNothing: costsNothing.optional(),
});
export type LlmProviderChange = z.infer<typeof LlmProviderChange>;

/** A model of a connected provider. */
export const LlmChoice = z.strictObject({ providerId: z.string().min(1), model: modelId });
export type LlmChoice = z.infer<typeof LlmChoice>;

/** What is needed to connect a kind of provider, for forms. */
const LlmProviderKindFacts = z.object({
  kind: z.enum(LLM_PROVIDER_KINDS),
  label: z.string(),
  needsKey: z.boolean(),
  needsBaseUrl: z.boolean(),
  /** The model that is used where none is chosen; null where only the server knows. */
  defaultModel: z.string().nullable(),
});

/** Which models an organization's agents use. */
export const LlmSettings = z.object({
  kinds: z.array(LlmProviderKindFacts),
  providers: z.array(LlmProvider),
  /** Null: what the installation's environment says, and the simulated worker when it says nothing. */
  defaultChoice: LlmChoice.nullable(),
  /** Agents that do not follow the default. */
  agents: z.array(z.object({ agentId: z.string(), ...LlmChoice.shape })),
});
export type LlmSettings = z.infer<typeof LlmSettings>;

/** How a real, tiny call to a provider went. A failure is an answer, not an error of the request. */
export const LlmProviderTest = z.object({
  outcome: z.enum(["works", "failed"]),
  model: z.string(),
  /** For people: what happened, in the provider's own words where it gave some, and what to do. */
  message: z.string(),
  durationMs: z.number().int().nonnegative(),
  failure: z
    .object({
      kind: z.string(),
      status: z.number().int().nullable(),
      code: z.string().nullable(),
      retryAfterMs: z.number().int().nullable(),
    })
    .nullable(),
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  costMicros: z.number().int().nonnegative(),
});
export type LlmProviderTest = z.infer<typeof LlmProviderTest>;

/** A model that can be chosen. Null where nobody says. Prices are US dollars per million tokens. */
export const LlmModel = z.object({
  id: z.string(),
  label: z.string(),
  contextWindowTokens: z.number().int().nullable(),
  maxOutputTokens: z.number().int().nullable(),
  inputUsd: z.number().nullable(),
  outputUsd: z.number().nullable(),
});
export type LlmModel = z.infer<typeof LlmModel>;

/** Models of a provider, as it lists them; as our catalogue knows them when it cannot be asked. */
export const LlmModelList = z.object({
  data: z.array(LlmModel),
  nextCursor: z.null(),
  source: z.enum(["provider", "catalogue"]),
  /** Why the provider could not be asked; null when it could. */
  message: z.string().nullable(),
});
export type LlmModelList = z.infer<typeof LlmModelList>;
