import type Anthropic from "@anthropic-ai/sdk";
import { SIMULATOR_LIMITS } from "@cadre/shared";
import { invalidRequest, ProviderError } from "./provider-error.ts";
import type { SimulatedModel } from "./simulated-models.ts";

const CREATED_AT = "2026-01-01T00:00:00Z";

/** One page of `/v1/models`, in the vendor's shape. */
export function modelsPage(models: readonly SimulatedModel[], query: URLSearchParams): object {
  const limit = Number(query.get("limit") ?? SIMULATOR_LIMITS.modelsPageSize);
  if (!Number.isInteger(limit) || limit < 1) throw invalidRequest("limit: Input should be at least 1");
  const after = query.get("after_id");
  const from = after === null ? 0 : models.findIndex((model) => model.id === after) + 1;
  const page = models.slice(from, from + limit);
  return {
    data: page.map(modelInfo),
    has_more: from + limit < models.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}

/** One model by its exact id, or the vendor's 404. */
export function modelById(models: readonly SimulatedModel[], id: string): SimulatedModel {
  const model = models.find((candidate) => candidate.id === id);
  if (model === undefined) throw new ProviderError(404, `model: ${id}`);
  return model;
}

export function modelInfo(model: SimulatedModel): object {
  return {
    id: model.id,
    type: "model",
    display_name: `${model.displayName} (simulated)`,
    created_at: CREATED_AT,
    deprecated_at: null,
    retires_at: null,
    lifecycle: "active",
    line: model.line,
    max_input_tokens: model.contextTokens,
    max_tokens: model.maxOutputTokens,
    capabilities: capabilitiesOf(model),
  } satisfies Anthropic.ModelInfo;
}

function capabilitiesOf(model: SimulatedModel) {
  const no = { supported: false };
  const thinking = (type: SimulatedModel["thinking"][number]) => ({ supported: model.thinking.includes(type) });
  return {
    batch: no,
    citations: no,
    code_execution: no,
    context_management: {
      supported: false,
      clear_thinking_20251015: null,
      clear_tool_uses_20250919: null,
      compact_20260112: null,
    },
    effort: { supported: false, low: no, medium: no, high: no, xhigh: null, max: no },
    image_input: no,
    pdf_input: no,
    server_tools: { supported: false, code_execution: no, web_search: no },
    structured_outputs: no,
    thinking: {
      supported: model.thinking.some((type) => type !== "disabled"),
      types: {
        adaptive: thinking("adaptive"),
        between_tools: thinking("between_tools"),
        disabled: thinking("disabled"),
        enabled: thinking("enabled"),
      },
    },
  } satisfies Anthropic.ModelCapabilities;
}
