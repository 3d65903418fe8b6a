import { CATALOGUE } from "./catalogue/catalogue.ts";
import { NOON, providerDeps } from "./model-call.fixture.ts";
import { memoryBreakerStore } from "./memory-breaker-store.ts";
import type { ModelDelta } from "./call-target.ts";
import type { Reservation, ReservationRequest, Settlement } from "./ports.ts";
import type { ModelProvider } from "./provider.ts";
import { createAnthropicProvider } from "./providers/anthropic/anthropic-provider.ts";
import type { RouteTarget } from "./route-target.ts";
import { createRouter, type RouteOptions, type Router, type RouterDeps } from "./router.ts";

/** Stands for a run that spends. */
export type Account = { readonly runId: string };

export type RouterRig = {
  readonly router: Router<Account>;
  readonly reservations: ReservationRequest<Account>[];
  readonly settlements: Settlement<Account>[];
  /** Milliseconds of every wait, none of which took time. */
  readonly waits: number[];
  readonly deltas: ModelDelta[];
  /** Moves the router's clock on. */
  advance(ms: number): void;
  options(targets: readonly RouteTarget[], change?: Partial<RouteOptions<Account>>): RouteOptions<Account>;
};

export type RigChange = Partial<RouterDeps<Account>> & {
  readonly decide?: (ask: ReservationRequest<Account>) => Reservation | undefined;
  readonly onWait?: (ms: number) => void | Promise<void>;
};

/** A router over real adapters named a, b and c, with a clock and waits that take no time, and a ledger that remembers. */
export function routerRig(change: RigChange = {}): RouterRig {
  const { decide, onWait, ...deps } = change;
  const reservations: ReservationRequest<Account>[] = [];
  const settlements: Settlement<Account>[] = [];
  const waits: number[] = [];
  const deltas: ModelDelta[] = [];
  let nowMs = NOON.getTime();
  const router = createRouter<Account>({
    providers: new Map(["a", "b", "c", "anthropic"].map((name) => [name, vendor(name)])),
    catalogue: CATALOGUE,
    breakers: memoryBreakerStore(),
    budget: {
      reserve: (ask) => {
        reservations.push(ask);
        const reserved: Reservation = { kind: "reserved", reservationId: `res_${reservations.length}` };
        return Promise.resolve(decide?.(ask) ?? reserved);
      },
    },
    ledger: {
      settle: (settlement) => {
        settlements.push(settlement);
        return Promise.resolve();
      },
    },
    wait: async (ms) => {
      waits.push(ms);
      nowMs += ms;
      await onWait?.(ms);
    },
    now: () => new Date(nowMs),
    ...deps,
  });
  return {
    router,
    reservations,
    settlements,
    waits,
    deltas,
    advance: (ms) => {
      nowMs += ms;
    },
    options: (targets, more = {}) => ({
      account: { runId: "run_1" },
      targets,
      signal: new AbortController().signal,
      onDelta: (delta) => deltas.push(delta),
      ...more,
    }),
  };
}

function vendor(name: string): ModelProvider {
  return createAnthropicProvider(providerDeps(), { name, isSimulated: false, defaultBaseUrl: "http://127.0.0.1:9" });
}

export function targetAt(baseUrl: string, change: Partial<RouteTarget> = {}): RouteTarget {
  return { provider: "a", model: "claude-haiku-4-5", credentials: { apiKey: "key", baseUrl }, ...change };
}
