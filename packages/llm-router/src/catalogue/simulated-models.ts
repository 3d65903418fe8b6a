import type { CatalogueModel } from "./catalogue-model.ts";
import { FREE_PRICE } from "./price-row.ts";

/** The scripted stand-in: its sizes are nominal and it truly costs nothing, which is a price and not an unknown one. */
export const SIMULATED_MODELS: readonly CatalogueModel[] = [
  {
    provider: "simulated",
    id: "simulated-worker-1",
    contextWindowTokens: 200_000,
    maxOutputTokens: 32_000,
    minCacheableTokens: 1_024,
    capabilities: {
      acceptsTemperature: true,
      acceptsForcedTools: true,
      hidesProgress: false,
      thinking: "never",
      acceptsCacheBreakpoints: true,
    },
    prices: [FREE_PRICE],
  },
];
