import { type ModelEvent, type ModelRequest, userText } from "@cadre/domain";
import { CATALOGUE } from "./catalogue/catalogue.ts";
import type { StartIdleWatch } from "./idle-watch.ts";
import type { ModelProvider, ProviderDeps } from "./provider.ts";

/** A clock that stands still. */
export const NOON = new Date("2026-11-29T12:00:00Z");

export type ManualIdleWatch = {
  readonly start: StartIdleWatch;
  /** Lets every running watch find its stream silent. */
  expire(): void;
  readonly touches: () => number;
  /** Milliseconds of every watch ever started. */
  readonly periods: readonly number[];
};

/** A watch without a timer: the test says when a stream has been silent too long. */
export function manualIdleWatch(): ManualIdleWatch {
  const running = new Set<() => void>();
  const periods: number[] = [];
  let touches = 0;
  return {
    periods,
    start: (ms, onIdle) => {
      periods.push(ms);
      running.add(onIdle);
      return {
        touch: () => {
          touches += 1;
        },
        stop: () => {
          running.delete(onIdle);
        },
      };
    },
    expire: () => {
      for (const onIdle of running) onIdle();
    },
    touches: () => touches,
  };
}

export function providerDeps(change: Partial<ProviderDeps> = {}): ProviderDeps {
  return { now: () => NOON, catalogue: CATALOGUE, startIdleWatch: manualIdleWatch().start, ...change };
}

/** The smallest request; a test names only what it is about. */
export function modelRequest(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: { provider: "anthropic", model: "claude-haiku-4-5" },
    system: [],
    tools: [],
    toolsCached: false,
    messages: [userText("Hello.")],
    cachedMessages: [],
    tail: "",
    ...change,
  };
}

/** Streams one call to its end. */
export async function collect(
  provider: ModelProvider,
  call: {
    readonly request?: ModelRequest;
    readonly baseUrl: string;
    readonly signal?: AbortSignal;
    readonly apiKey?: string;
  },
): Promise<ModelEvent[]> {
  const options = {
    signal: call.signal ?? new AbortController().signal,
    credentials: { apiKey: call.apiKey ?? "test-key", baseUrl: call.baseUrl },
  };
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(call.request ?? modelRequest(), options)) events.push(event);
  return events;
}

/** The one ending of a stream, which must be its last event. */
export function endingOf(events: readonly ModelEvent[]): Extract<ModelEvent, { type: "end" } | { type: "failed" }> {
  const endings = events.filter((event) => event.type === "end" || event.type === "failed");
  const [ending] = endings;
  if (ending === undefined || endings.length > 1 || events.at(-1) !== ending) {
    throw new Error(`Expected exactly one ending, last: ${JSON.stringify(events.map((event) => event.type))}`);
  }
  return ending;
}

export function textIn(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}
