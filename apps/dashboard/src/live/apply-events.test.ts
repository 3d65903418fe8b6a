import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { taskDetail } from "../api/queries/tasks.ts";
import { createEventSink, GATHER_MS } from "./apply-events.ts";
import type { LiveEvent } from "./live-event.ts";

const clients: QueryClient[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
function watched() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  clients.push(client);
  const asked: (() => void)[] = [];
  let known = "before";
  const options = {
    queryKey: ["notifications", "list"],
    queryFn: () => {
      const answer = known;
      return new Promise<string>((resolve) => asked.push(() => resolve(answer)));
    },
  };
  const observer = new QueryObserver(client, options);
  const look = () => observer.subscribe(() => undefined);
  return {
    client,
    asked,
    know: (word: string) => (known = word),
    shown: () => observer.getCurrentResult().data,
    leave: look(),
    look,
    readAhead: () => client.prefetchQuery({ ...options, staleTime: 0 }),
  };
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

const moved: LiveEvent = { ...noticed, type: "task.completed", entity: { kind: "task", id: "tsk_1" } };

/** A server that answers when the test says so, each time with what it knew when it was asked. */
function serverOf(status: string): { readonly asked: (() => void)[]; know(status: string): void } {
  const asked: (() => void)[] = [];
  let known = status;
  vi.stubGlobal("fetch", (_address: string, { signal }: RequestInit) => {
    const body = { id: "tsk_1", status: known, updatedAt: "2026-05-20T12:00:00.000Z" };
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("The reader left.")));
      asked.push(() => resolve(Response.json(body)));
    });
  });
  return { asked, know: (next) => (known = next) };
}

/** A client that has read a task; `look` is somebody who looks at it until they leave. */
async function whoReadTask(server: ReturnType<typeof serverOf>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  clients.push(client);
  const observer = () => new QueryObserver(client, taskDetail("tsk_1"));
  const look = () => {
    const looking = observer();
    const leave = looking.subscribe(() => undefined);
    return { leave, shown: () => looking.getCurrentResult().data?.status };
  };
  const first = look();
  await expect.poll(() => server.asked.length).toBe(1);
  server.asked[0]?.();
  await expect.poll(first.shown).toBe("review");
  return { client, first, look };
}

test("whoever looks at a task and leaves while it is read again does not take the news along", async () => {
  const server = serverOf("review");
  const { client, first, look } = await whoReadTask(server);
  server.know("completed");
  createEventSink(client).take(moved);
  await expect.poll(() => server.asked.length).toBe(2);
  first.leave();
  const next = look();
  await expect
    .poll(() => {
      for (const answer of server.asked) answer();
      return next.shown();
    })
    .toBe("completed");
});

test("a list of tasks gets what a task became, although whoever looked at the task left while it was read", async () => {
  const server = serverOf("review");
  const { client, first } = await whoReadTask(server);
  const page = { data: [{ id: "tsk_1", status: "review", updatedAt: "2026-05-20T11:00:00.000Z" }], nextCursor: null };
  client.setQueryData(["tasks", "list", {}], { pages: [page], pageParams: [undefined] });
  server.know("completed");
  createEventSink(client).take(moved);
  await expect.poll(() => server.asked.length).toBe(2);
  first.leave();
  await expect
    .poll(() => {
      for (const answer of server.asked) answer();
      return JSON.stringify(client.getQueryData(["tasks", "list", {}]));
    })
    .toContain("completed");
});

test("a task whose reading failed is read when somebody looks at it again", async () => {
  const server = serverOf("review");
  const { client, first, look } = await whoReadTask(server);
  first.leave();
  const answer = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ code: "database.unreachable" }, { status: 503 }),
  );
  vi.stubGlobal("fetch", answer);
  createEventSink(client).take(moved);
  await expect.poll(() => client.getQueryState(["tasks", "detail", "tsk_1"])?.status).toBe("error");
  answer.mockImplementation(async () => Response.json({ id: "tsk_1", status: "completed" }));
  await expect.poll(look().shown).toBe("completed");
});

test("what happens while something is read ahead, for nobody yet, is asked for after it came", async () => {
  const { client, asked, know, shown, leave, readAhead, look } = watched();
  asked[0]?.();
  await expect.poll(shown).toBe("before");
  leave();
  const ahead = readAhead();
  know("after");
  vi.useFakeTimers();
  createEventSink(client).take(noticed);
  await vi.advanceTimersByTimeAsync(GATHER_MS);
  vi.useRealTimers();
  asked[1]?.();
  await ahead;
  look();
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.();
  await expect.poll(shown).toBe("after");
});

test("what could not be read while the line was lost is read when it is there again", async () => {
  const server = serverOf("review");
  const { client, first } = await whoReadTask(server);
  vi.stubGlobal("fetch", async () => Response.json({ code: "database.unreachable" }, { status: 503 }));
  const sink = createEventSink(client);
  sink.take(moved);
  await expect.poll(() => client.getQueryState(["tasks", "detail", "tsk_1"])?.status).toBe("error");
  vi.stubGlobal("fetch", async () => Response.json({ id: "tsk_1", status: "completed" }));
  sink.takeReturn();
  await expect.poll(first.shown).toBe("completed");
});
