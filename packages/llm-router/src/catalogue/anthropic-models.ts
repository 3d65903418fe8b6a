import type { Capabilities, CatalogueModel, UsdPerMillion } from "./catalogue-model.ts";
import { flatPrice, RECORDS_BEGIN, tieredPrice } from "./price-row.ts";

/** The long write price is twice the input price where the page does not state it. */
function usd(
  input: number,
  output: number,
  cache: { readonly read: number; readonly write: number; readonly writeHour: number },
): UsdPerMillion {
  return { input, output, cacheRead: cache.read, cacheWrite: cache.write, cacheWriteHour: cache.writeHour };
}

/** Since Sonnet 5 every model refuses sampling parameters; the x.1 and x.5 models refuse forced tools as well. */
const STRICT: Capabilities = {
  acceptsTemperature: false,
  acceptsForcedTools: false,
  hidesProgress: true,
  thinking: "always",
  acceptsCacheBreakpoints: true,
};
const NO_SAMPLING: Capabilities = {
  acceptsTemperature: false,
  acceptsForcedTools: true,
  hidesProgress: false,
  thinking: "optional",
  acceptsCacheBreakpoints: true,
};
const PERMISSIVE: Capabilities = {
  acceptsTemperature: true,
  acceptsForcedTools: true,
  hidesProgress: false,
  thinking: "optional",
  acceptsCacheBreakpoints: true,
};

const LARGE = { provider: "anthropic", contextWindowTokens: 1_000_000, maxOutputTokens: 128_000 } as const;

const LINEUP = "vendor's model page";
const GATEWAYS = "vendor's model page and gateway notes";

export const ANTHROPIC_MODELS: readonly CatalogueModel[] = [
  {
    ...LARGE,
    id: "claude-fable-5-2",
    minCacheableTokens: null,
    capabilities: STRICT,
    prices: [flatPrice("2026-11-09", GATEWAYS, usd(8, 40, { read: 0.2, write: 10, writeHour: 16 }))],
  },
  {
    ...LARGE,
    id: "claude-fable-5-1",
    minCacheableTokens: null,
    capabilities: STRICT,
    prices: [flatPrice(RECORDS_BEGIN, LINEUP, usd(10, 50, { read: 0.25, write: 12.5, writeHour: 20 }))],
  },
  {
    ...LARGE,
    id: "claude-opus-5-5",
    minCacheableTokens: null,
    capabilities: STRICT,
    prices: [flatPrice(RECORDS_BEGIN, LINEUP, usd(4, 20, { read: 0.2, write: 5, writeHour: 8 }))],
  },
  {
    ...LARGE,
    id: "claude-opus-5",
    minCacheableTokens: 512,
    capabilities: NO_SAMPLING,
    prices: [flatPrice(RECORDS_BEGIN, LINEUP, usd(5, 25, { read: 0.5, write: 6.25, writeHour: 10 }))],
  },
  {
    ...LARGE,
    id: "claude-sonnet-5-5",
    minCacheableTokens: null,
    capabilities: { ...STRICT, thinking: "optional" },
    prices: [
      flatPrice(RECORDS_BEGIN, LINEUP, usd(2, 10, { read: 0.2, write: 2.5, writeHour: 4 })),
      flatPrice("2026-10-07", GATEWAYS, usd(2, 10, { read: 0.1, write: 2.5, writeHour: 4 })),
    ],
  },
  {
    ...LARGE,
    id: "claude-sonnet-5",
    minCacheableTokens: 1_024,
    capabilities: NO_SAMPLING,
    prices: [flatPrice(RECORDS_BEGIN, LINEUP, usd(2, 10, { read: 0.2, write: 2.5, writeHour: 4 }))],
  },
  {
    ...LARGE,
    id: "claude-haiku-5-5",
    minCacheableTokens: null,
    capabilities: NO_SAMPLING,
    prices: [
      tieredPrice(RECORDS_BEGIN, GATEWAYS, [
        { abovePromptTokens: 0, usd: usd(0.1, 0.5, { read: 0.01, write: 0.125, writeHour: 0.2 }) },
        { abovePromptTokens: 100_000, usd: usd(0.5, 2.5, { read: 0.05, write: 0.625, writeHour: 1 }) },
      ]),
    ],
  },
  {
    provider: "anthropic",
    id: "claude-haiku-4-5",
    contextWindowTokens: 200_000,
    maxOutputTokens: 64_000,
    minCacheableTokens: 4_096,
    capabilities: PERMISSIVE,
    prices: [flatPrice(RECORDS_BEGIN, LINEUP, usd(1, 5, { read: 0.1, write: 1.25, writeHour: 2 }))],
  },
];
