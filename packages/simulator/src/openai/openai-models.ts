import type OpenAI from "openai";
import { SIMULATED_WORKER_MODEL } from "../provider/simulated-models.ts";
import { OpenAiError } from "./openai-error.ts";

/** What the simulator knows of a model behind the OpenAI dialects. */
export type OpenAiModel = {
  readonly id: string;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  /** Thinks before it answers: it refuses sampling settings and, in the older dialect, `max_tokens` and functions. */
  readonly thinks: boolean;
  /** Takes explicit breakpoints of the cache, as GPT-5.6 and later do. */
  readonly takesBreakpoints: boolean;
};

const LARGE = { contextTokens: 1_050_000, maxOutputTokens: 128_000, thinks: true, takesBreakpoints: true } as const;

/** The models of the OpenAI dialects, as of 29 November 2026, and the stand-in under its own name. */
const OPENAI_MODELS: readonly OpenAiModel[] = [
  {
    id: SIMULATED_WORKER_MODEL,
    contextTokens: 200_000,
    maxOutputTokens: 32_000,
    thinks: false,
    takesBreakpoints: false,
  },
  { ...LARGE, id: "gpt-6.2-astra" },
  { ...LARGE, id: "gpt-6.2-sol" },
  { ...LARGE, id: "gpt-6.1-sol" },
  { ...LARGE, id: "gpt-6.1-terra" },
  { ...LARGE, id: "gpt-6-luna" },
  { ...LARGE, id: "gpt-5.6-luna" },
];

const CREATED = 1_767_225_600;

/** One model by its exact id, or the vendor's 404. */
export function openAiModelById(id: string): OpenAiModel {
  const model = OPENAI_MODELS.find((candidate) => candidate.id === id);
  if (model !== undefined) return model;
  const message = `The model \`${id}\` does not exist or you do not have access to it.`;
  throw new OpenAiError(404, message, { code: "model_not_found" });
}

/** `/v1/models` in the vendor's shape. */
export function openAiModelList(): object {
  return { object: "list", data: OPENAI_MODELS.map(openAiModelInfo) };
}

export function openAiModelInfo(model: OpenAiModel): object {
  return { id: model.id, object: "model", created: CREATED, owned_by: "simulated" } satisfies OpenAI.Model;
}
