import type { Capabilities, CatalogueModel, UsdPerMillion } from "./catalogue-model.ts";
import { flatPrice, RECORDS_BEGIN, tieredPrice } from "./price-row.ts";

/** Longer prompts cost more on the models that have a second tier. */
const LONG_PROMPT_TOKENS = 272_000;

const CAPABILITIES: Capabilities = {
  acceptsTemperature: false,
  acceptsForcedTools: true,
  hidesProgress: false,
  thinking: "optional",
  // From GPT-5.6 on, which is every model here; an older one must say false, since it answers 400.
  acceptsCacheBreakpoints: true,
};
const ALWAYS_THINKS: Capabilities = { ...CAPABILITIES, thinking: "always" };

/** The 12-hour write costs twice the input price (stated for gpt-6.2-sol, taken over for the others). */
function usd(
  input: number,
  output: number,
  cache: { readonly read: number; readonly write: number; readonly writeHour: number },
): UsdPerMillion {
  return { input, output, cacheRead: cache.read, cacheWrite: cache.write, cacheWriteHour: cache.writeHour };
}

const LARGE = {
  provider: "openai",
  contextWindowTokens: 1_050_000,
  maxOutputTokens: 128_000,
  minCacheableTokens: 1_024,
} as const;

const PAGE = "vendor's model page";
const GATEWAYS = "gateway notes";

export const OPENAI_MODELS: readonly CatalogueModel[] = [
  {
    ...LARGE,
    id: "gpt-6.2-astra",
    maxInputTokens: 922_000,
    capabilities: ALWAYS_THINKS,
    prices: [
      tieredPrice(RECORDS_BEGIN, `${PAGE} and ${GATEWAYS}`, [
        { abovePromptTokens: 0, usd: usd(8, 40, { read: 0.4, write: 10, writeHour: 16 }) },
        { abovePromptTokens: LONG_PROMPT_TOKENS, usd: usd(16, 60, { read: 0.8, write: 20, writeHour: 32 }) },
      ]),
    ],
  },
  {
    ...LARGE,
    id: "gpt-6.2-sol",
    maxInputTokens: 922_000,
    capabilities: ALWAYS_THINKS,
    prices: [
      tieredPrice(RECORDS_BEGIN, PAGE, [
        { abovePromptTokens: 0, usd: usd(2, 10, { read: 0.1, write: 2.5, writeHour: 5 }) },
        { abovePromptTokens: LONG_PROMPT_TOKENS, usd: usd(4, 15, { read: 0.2, write: 5, writeHour: 10 }) },
      ]),
    ],
  },
  {
    ...LARGE,
    id: "gpt-6.1-sol",
    capabilities: CAPABILITIES,
    prices: [
      tieredPrice(RECORDS_BEGIN, `${GATEWAYS}; sizes and the long tier assumed as for gpt-6.2-sol`, [
        { abovePromptTokens: 0, usd: usd(2, 10, { read: 0.1, write: 2.5, writeHour: 5 }) },
        { abovePromptTokens: LONG_PROMPT_TOKENS, usd: usd(4, 15, { read: 0.2, write: 5, writeHour: 10 }) },
      ]),
    ],
  },
  {
    ...LARGE,
    id: "gpt-6.1-terra",
    maxInputTokens: 922_000,
    capabilities: CAPABILITIES,
    prices: [
      tieredPrice(RECORDS_BEGIN, `${PAGE} and ${GATEWAYS}`, [
        { abovePromptTokens: 0, usd: usd(1, 5, { read: 0.05, write: 1.25, writeHour: 2 }) },
        { abovePromptTokens: LONG_PROMPT_TOKENS, usd: usd(2, 7.5, { read: 0.1, write: 2.5, writeHour: 4 }) },
      ]),
    ],
  },
  {
    ...LARGE,
    id: "gpt-6-luna",
    capabilities: CAPABILITIES,
    prices: [
      tieredPrice(RECORDS_BEGIN, PAGE, [
        { abovePromptTokens: 0, usd: usd(0.1, 0.5, { read: 0.01, write: 0.125, writeHour: 0.2 }) },
        { abovePromptTokens: LONG_PROMPT_TOKENS, usd: usd(0.2, 0.75, { read: 0.02, write: 0.25, writeHour: 0.4 }) },
      ]),
    ],
  },
  {
    ...LARGE,
    id: "gpt-5.6-luna",
    capabilities: CAPABILITIES,
    prices: [flatPrice(RECORDS_BEGIN, PAGE, usd(0.2, 1.2, { read: 0.02, write: 0.25, writeHour: 0.4 }))],
  },
];
