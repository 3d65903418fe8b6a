import type { Capabilities, CatalogueModel, UsdPerMillion } from "./catalogue-model.ts";
import { flatPrice, RECORDS_BEGIN } from "./price-row.ts";

const CAPABILITIES: Capabilities = {
  acceptsTemperature: true,
  acceptsForcedTools: true,
  hidesProgress: false,
  thinking: "optional",
  acceptsCacheBreakpoints: false,
};

/** Caching is implicit and writing costs nothing extra: a written token costs what an input token costs. */
function usd(input: number, output: number, cacheRead: number): UsdPerMillion {
  return { input, output, cacheRead, cacheWrite: input, cacheWriteHour: input };
}

const SHARED = { provider: "google", minCacheableTokens: 4_096, capabilities: CAPABILITIES } as const;

const TRACKERS = "price trackers that cite the vendor";
const BUNDLED = "price package";

export const GOOGLE_MODELS: readonly CatalogueModel[] = [
  {
    ...SHARED,
    id: "gemini-4-argon",
    contextWindowTokens: 1_048_576,
    maxOutputTokens: 65_536,
    prices: [flatPrice(RECORDS_BEGIN, TRACKERS, usd(2, 10, 0.1)), flatPrice("2026-12-01", TRACKERS, usd(4, 20, 0.2))],
  },
  {
    ...SHARED,
    id: "gemini-4-carbon",
    contextWindowTokens: 1_048_576,
    maxOutputTokens: 65_536,
    prices: [
      flatPrice(RECORDS_BEGIN, `${TRACKERS}; sizes and cache read assumed as for gemini-4-argon`, usd(2, 10, 0.1)),
      flatPrice("2026-12-01", `${TRACKERS}; sizes and cache read assumed as for gemini-4-argon`, usd(4, 20, 0.2)),
    ],
  },
  {
    ...SHARED,
    id: "gemini-4-hydrogen",
    contextWindowTokens: 1_000_000,
    maxOutputTokens: 65_536,
    prices: [flatPrice(RECORDS_BEGIN, `${TRACKERS}; longest output unverified`, usd(1.5, 7.5, 0.075))],
  },
  {
    ...SHARED,
    id: "gemini-3.8-flash",
    contextWindowTokens: 1_048_576,
    maxOutputTokens: 65_536,
    prices: [
      flatPrice(RECORDS_BEGIN, TRACKERS, usd(0.75, 3.75, 0.075)),
      flatPrice("2027-01-01", TRACKERS, usd(1.5, 7.5, 0.15)),
    ],
  },
  {
    ...SHARED,
    id: "gemini-3.5-flash-lite",
    contextWindowTokens: 1_000_000,
    maxOutputTokens: undefined,
    prices: [flatPrice(RECORDS_BEGIN, BUNDLED, usd(0.3, 2.5, 0.03))],
  },
];
