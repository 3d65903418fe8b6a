import { MODEL_LIMITS, PROMPT_LIMITS } from "@cadre/shared";

/** What the catalogue knows of a model; unset where it knows nothing. */
export type ModelLimits = {
  readonly windowTokens?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
};

/** How a window is divided. `messageTokens` may be negative: then the system prompt alone is too large. */
export type Budget = {
  readonly windowTokens: number;
  readonly outputReserveTokens: number;
  readonly safetyTokens: number;
  readonly systemTokens: number;
  readonly toolsTokens: number;
  readonly messageTokens: number;
  /** Stage 2: how much of one message is shown. */
  readonly messageCapChars: number;
};

/** Agent-platform 6.3; facts M1, M4, M6, M7. */
export function planBudget(
  model: ModelLimits,
  prompt: { readonly systemTokens: number; readonly toolsTokens: number },
): Budget {
  const windowTokens = model.windowTokens ?? MODEL_LIMITS.unknownWindowTokens;
  const maxOutputTokens = model.maxOutputTokens ?? MODEL_LIMITS.unknownMaxOutputTokens;
  const outputReserveTokens = Math.min(maxOutputTokens, Math.floor(windowTokens * MODEL_LIMITS.outputShareOfWindow));
  const safetyTokens = Math.ceil(
    Math.min(windowTokens * MODEL_LIMITS.safetyShareOfWindow, MODEL_LIMITS.safetyMaxTokens),
  );
  const messageTokens = windowTokens - prompt.systemTokens - prompt.toolsTokens - outputReserveTokens - safetyTokens;
  return {
    windowTokens,
    outputReserveTokens,
    safetyTokens,
    systemTokens: prompt.systemTokens,
    toolsTokens: prompt.toolsTokens,
    messageTokens,
    messageCapChars: Math.max(
      PROMPT_LIMITS.messageCapMinChars,
      Math.floor(messageTokens * PROMPT_LIMITS.messageCapShareOfBudget),
    ),
  };
}
