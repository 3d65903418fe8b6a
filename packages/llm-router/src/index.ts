export { type ModelDelta } from "./call-target.ts";
export { CATALOGUE, type Catalogue, createCatalogue } from "./catalogue/catalogue.ts";
export {
  type Capabilities,
  type CatalogueModel,
  type PriceRow,
  type PriceTier,
  type UsdPerMillion,
} from "./catalogue/catalogue-model.ts";
export { costOf, worstCaseCost } from "./catalogue/cost.ts";
export { maxOutputTokensFor } from "./catalogue/max-output-tokens.ts";
export { DEFAULT_UNPRICED_PRICE, FREE_PRICE } from "./catalogue/price-row.ts";
export { type Complexity, complexityOf } from "./complexity.ts";
export { modelFailure } from "./failure.ts";
export { type IdleWatch, type StartIdleWatch, systemIdleWatch } from "./idle-watch.ts";
export { memoryBreakerStore } from "./memory-breaker-store.ts";
export {
  type BreakerState,
  type BreakerStore,
  type BudgetGate,
  type Ledger,
  type Reservation,
  type ReservationRequest,
  type Settlement,
  type Wait,
} from "./ports.ts";
export {
  type CallOptions,
  type Credentials,
  defineProvider,
  type ListedModel,
  type ModelList,
  type ModelProvider,
  type ProviderDefinition,
  type ProviderDeps,
  type TokenCount,
} from "./provider.ts";
export { createProviders, type ProviderName, PROVIDERS } from "./providers.ts";
export { HEARTBEAT_RETRY, NO_RETRY, type RetryPolicy, systemWait, TURN_RETRY } from "./retry.ts";
export { type RouteTarget } from "./route-target.ts";
export { createRouter, type RouteOptions, type Router, type RouterDeps, type RouteResult } from "./router.ts";
export { type Tried } from "./tried.ts";
