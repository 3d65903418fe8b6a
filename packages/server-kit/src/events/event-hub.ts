import type { Database } from "@cadre/database";
import { API_LIMITS } from "@cadre/shared";
import { type EventFrame, keptPositions, readFrames, readOrganizationFrames } from "./event-frames.ts";

/** A client of the stream. `write` returns false when the client cannot keep up; it is then closed and may come back. */
export type StreamClient = {
  readonly organizationId: string;
  readonly topics: ReadonlySet<string> | undefined;
  write(frame: string): boolean;
  close(): void;
};

export type EventHub = {
  /** Attaches a client: replays what it missed after `lastEventId`, or sends `reset` when that is no longer kept. */
  attach(client: StreamClient, lastEventId: number | undefined): Promise<() => void>;
  /** New positions may be there. */
  ring(): void;
  readonly clients: () => number;
  stop(): void;
};

const READ_BATCH = 500;
const PING_FRAME = ": ping\n\n";

/** Fans committed events out to this process's clients: one reader, each frame serialised once. */
export async function createEventHub(
  database: Database,
  onProblem: (error: Error, where: string) => void,
): Promise<EventHub> {
  const byOrganization = new Map<string, Set<Seat>>();
  let position = (await keptPositions(database)).last;
  let isReading = false;
  let isRungAgain = false;
  let isStopped = false;

  async function readOn(): Promise<void> {
    if (isReading) {
      isRungAgain = true;
      return;
    }
    isReading = true;
    try {
      do {
        isRungAgain = false;
        let frames: EventFrame[];
        do {
          frames = await readFrames(database, position, READ_BATCH);
          for (const frame of frames) deliver(frame);
        } while (frames.length === READ_BATCH && !isStopped);
      } while (isRungAgain && !isStopped);
    } catch (error) {
      onProblem(error instanceof Error ? error : new Error(String(error)), "event hub");
    } finally {
      isReading = false;
    }
  }

  function deliver(frame: EventFrame): void {
    position = frame.position;
    const clients = byOrganization.get(frame.organizationId);
    if (clients === undefined) return;
    for (const client of clients) {
      if (client.topics !== undefined && !client.topics.has(topicOf(frame.type))) continue;
      if (!client.write(frame.frame)) client.close();
    }
  }

  const poll = setInterval(() => void readOn(), API_LIMITS.relayIdleMs * 20);
  const ping = setInterval(() => {
    for (const clients of byOrganization.values()) for (const client of clients) client.write(PING_FRAME);
  }, API_LIMITS.eventStreamPingMs);

  return {
    ring: () => void readOn(),
    clients: () => [...byOrganization.values()].reduce((sum, clients) => sum + clients.size, 0),
    async attach(client, lastEventId) {
      const seat = seatFor(client);
      const clients = byOrganization.get(client.organizationId) ?? new Set();
      clients.add(seat);
      byOrganization.set(client.organizationId, clients);
      const leave = (): void => {
        clients.delete(seat);
        if (clients.size === 0) byOrganization.delete(client.organizationId);
      };
      try {
        // Live frames wait in the seat until what was missed has been sent, so that nothing is lost or repeated.
        await replay(database, client, { after: lastEventId, upTo: position });
        seat.open();
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    stop() {
      isStopped = true;
      clearInterval(poll);
      clearInterval(ping);
      for (const clients of byOrganization.values()) for (const client of clients) client.close();
    },
  };
}

type Seat = StreamClient & { open(): void };

/** Holds live frames back until it is opened. */
function seatFor(client: StreamClient): Seat {
  let waiting: string[] | undefined = [];
  return {
    organizationId: client.organizationId,
    topics: client.topics,
    write(frame) {
      if (waiting === undefined) return client.write(frame);
      waiting.push(frame);
      return true;
    },
    open() {
      for (const frame of waiting ?? []) client.write(frame);
      waiting = undefined;
    },
    close: () => client.close(),
  };
}

/** Sends what was missed up to the position that the hub had when the client took its seat. */
async function replay(
  database: Database,
  client: StreamClient,
  range: { readonly after: number | undefined; readonly upTo: number },
): Promise<void> {
  if (range.after === undefined) {
    client.write(`id: ${range.upTo}\nevent: hello\ndata: {"position":${range.upTo}}\n\n`);
    return;
  }
  const kept = await keptPositions(database);
  if (range.after > kept.last || (kept.first > 0 && range.after < kept.first - 1)) {
    const reason = "what you saw last is no longer kept: load again";
    client.write(`id: ${range.upTo}\nevent: reset\ndata: ${JSON.stringify({ reason, position: range.upTo })}\n\n`);
    return;
  }
  for (let after = range.after; ;) {
    const frames = await readOrganizationFrames(database, client.organizationId, { after, upTo: range.upTo });
    for (const frame of frames) {
      if (client.topics === undefined || client.topics.has(topicOf(frame.type))) client.write(frame.frame);
      after = frame.position;
    }
    if (frames.length === 0) return;
  }
}

/** The topic of an event is the noun before the dot. */
function topicOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}
