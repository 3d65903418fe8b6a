import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createEventSink, GATHER_MS } from "./apply-events.ts";
import type { LiveEvent } from "./live-event.ts";

const clients: QueryClient[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.clear();
});

const noticed: LiveEvent = {
  id: "evt_1",
  type: "notification.created",
  entity: { kind: "notification", id: "ntf_1" },
  actor: { kind: "system", id: "system" },
  at: "2026-05-20T12:00:00.000Z",
  payload: {},
};

/** Somebody looks at a list whose answers come when the test says so, each with what the server knew when it was asked. */
function watched(): {
  readonly client: QueryClient;
  readonly asked: (() => void)[];
  know(word: string): void;
  shown(): unknown;
} {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  clients.push(client);
  const asked: (() => void)[] = [];
  let known = "before";
  const observer = new QueryObserver(client, {
    queryKey: ["notifications", "list"],
    queryFn: () => {
      const answer = known;
      return new Promise<string>((resolve) => asked.push(() => resolve(answer)));
    },
  });
  observer.subscribe(() => undefined);
  return { client, asked, know: (word) => (known = word), shown: () => observer.getCurrentResult().data };
}

test("what happens while a first answer is on its way is asked for after it came", async () => {
  vi.useFakeTimers();
  const { client, asked, know, shown } = watched();
  const sink = createEventSink(client);
  know("after");
  sink.take(noticed);
  // The event is gathered with others for a moment; the first answer is still on its way then.
  await vi.advanceTimersByTimeAsync(GATHER_MS);
  vi.useRealTimers();
  asked[0]?.();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.();
  await expect.poll(shown).toBe("after");
});

test("a reset asks again for a first answer that is on its way", async () => {
  const { client, asked, know, shown } = watched();
  know("after");
  createEventSink(client).takeReset();
  asked[0]?.();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.();
  await expect.poll(shown).toBe("after");
});
