import { connect, type Socket } from "node:net";

/**
 * Clients of a stream of server-sent events on raw connections, with as little of their own as possible. Each event carries a planted
 * number (`"nth":12`); what they tell is when an event arrived at each of them, what was missing and what came twice.
 */
type Order =
  | {
      readonly type: "open";
      readonly port: number;
      readonly path: string;
      readonly key: string;
      readonly clients: number;
    }
  /** Answers `got` when every client has so many events in all, or after the deadline. */
  | { readonly type: "await"; readonly events: number; readonly deadlineMs: number }
  /** Every second client breaks its line and comes back with the last id it has seen. */
  | { readonly type: "reconnect" }
  | { readonly type: "tally" };

type Client = {
  socket: Socket | undefined;
  pending: string;
  lastId: string;
  lastNth: number;
  events: number;
  lost: number;
  doubled: number;
  isOpen: boolean;
};

const clients: Client[] = [];
/** Microseconds of the monotonic clock at which each client got the newest event. */
const arrivals: number[] = [];
let target: { readonly port: number; readonly path: string; readonly key: string };
let waiting: { readonly events: number; readonly timer: NodeJS.Timeout } | undefined;
let complete = 0;

process.on("message", (order: Order) => {
  switch (order.type) {
    case "open":
      target = order;
      void openAll(order.clients).then(() => process.send?.({ type: "opened" }));
      return;
    case "await": {
      const timer = setTimeout(answer, order.deadlineMs);
      waiting = { events: order.events, timer };
      complete = clients.filter(({ events }) => events >= order.events).length;
      if (complete === clients.length) answer();
      return;
    }
    case "reconnect":
      for (const [index, client] of clients.entries()) if (index % 2 === 0) breakLine(client);
      return;
    case "tally":
      process.send?.({ type: "tally", lost: sum("lost"), doubled: sum("doubled"), events: sum("events") });
  }
});
process.send?.({ type: "ready" });

function sum(field: "lost" | "doubled" | "events"): number {
  return clients.reduce((total, client) => total + client[field], 0);
}

function answer(): void {
  if (waiting === undefined) return;
  clearTimeout(waiting.timer);
  waiting = undefined;
  process.send?.({ type: "got", complete, arrivals: arrivals.splice(0) });
}

async function openAll(count: number): Promise<void> {
  for (let made = 0; made < count; made += 50) {
    const some = Array.from({ length: Math.min(50, count - made) }, newClient);
    clients.push(...some);
    await Promise.all(some.map(openLine));
  }
}

function newClient(): Client {
  return { socket: undefined, pending: "", lastId: "", lastNth: 0, events: 0, lost: 0, doubled: 0, isOpen: false };
}

/** Resolves when the answer has begun: a client is then among those that live events go to. */
function openLine(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(target.port, "127.0.0.1");
    client.socket = socket;
    client.pending = "";
    client.isOpen = false;
    const last = client.lastId === "" ? "" : `last-event-id: ${client.lastId}\r\n`;
    socket.write(
      `GET ${target.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${target.key}\r\naccept: text/event-stream\r\n${last}\r\n`,
    );
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("error", () => socket.destroy());
    socket.on("data", (text: string) => {
      take(client, text);
      if (client.isOpen) resolve();
    });
  });
}

function breakLine(client: Client): void {
  client.socket?.removeAllListeners("data");
  client.socket?.destroy();
  void openLine(client);
}

function take(client: Client, text: string): void {
  client.pending += text;
  for (let end = client.pending.indexOf("\n\n"); end >= 0; end = client.pending.indexOf("\n\n")) {
    const frame = client.pending.slice(0, end);
    client.pending = client.pending.slice(end + 2);
    client.isOpen = true;
    const id = /id: (\d+)\n/.exec(frame)?.[1];
    if (id !== undefined) client.lastId = id;
    const nth = /"nth":(\d+)/.exec(frame)?.[1];
    if (nth !== undefined) count(client, Number(nth));
  }
}

function count(client: Client, nth: number): void {
  if (nth <= client.lastNth) {
    client.doubled += 1;
    return;
  }
  client.lost += nth - client.lastNth - 1;
  client.lastNth = nth;
  client.events += 1;
  arrivals.push(Number(process.hrtime.bigint() / 1_000n));
  if (waiting === undefined || client.events !== waiting.events) return;
  complete += 1;
  if (complete === clients.length) answer();
}
