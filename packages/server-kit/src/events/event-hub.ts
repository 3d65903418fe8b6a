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

type Seats = Map<string, Set<Seat>>;

/** Fans committed events out to this process's clients: one reader, each frame serialised once. */
export async function createEventHub(
  database: Database,
  onProblem: (error: Error, where: string) => void,
): Promise<EventHub> {
  const seats: Seats = new Map();
  const reader = createReader(database, { seats, onProblem, startAt: (await keptPositions(database)).last });
  const poll = setInterval(reader.ring, API_LIMITS.relayIdleMs * 20);
  const ping = setInterval(() => {
    for (const seat of allSeats(seats)) seat.write(PING_FRAME);
  }, API_LIMITS.eventStreamPingMs);

  return {
    ring: reader.ring,
    clients: () => allSeats(seats).length,
    async attach(client, lastEventId) {
      const { seat, leave } = takeSeat(seats, client);
      try {
        // Live frames wait in the seat until what was missed has been sent, so that nothing is lost or repeated.
        await replay(database, client, { after: lastEventId, upTo: reader.position() });
        seat.open();
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    stop() {
      reader.stop();
      clearInterval(poll);
      clearInterval(ping);
      for (const seat of allSeats(seats)) seat.close();
    },
  };
}

function allSeats(seats: Seats): Seat[] {
  return [...seats.values()].flatMap((clients) => [...clients]);
}

function takeSeat(seats: Seats, client: StreamClient): { readonly seat: Seat; readonly leave: () => void } {
  const seat = seatFor(client);
  const clients = seats.get(client.organizationId) ?? new Set<Seat>();
  clients.add(seat);
  seats.set(client.organizationId, clients);
  return {
    seat,
    leave() {
      clients.delete(seat);
      if (clients.size === 0 && seats.get(client.organizationId) === clients) seats.delete(client.organizationId);
    },
  };
}

type Reader = { readonly ring: () => void; readonly position: () => number; readonly stop: () => void };

type ReaderOptions = {
  readonly seats: Seats;
  readonly startAt: number;
  readonly onProblem: (error: Error, where: string) => void;
};

/** Reads new positions when rung, one read at a time, and hands each frame to the seats of its organization. */
function createReader(database: Database, { seats, startAt, onProblem }: ReaderOptions): Reader {
  let position = startAt;
  let isReading = false;
  let isRungAgain = false;
  let isStopped = false;

  async function drain(): Promise<void> {
    for (;;) {
      const frames = await readFrames(database, position, READ_BATCH);
      for (const frame of frames) {
        position = frame.position;
        deliver(seats, frame);
      }
      if (frames.length < READ_BATCH || isStopped) return;
    }
  }

  async function readOn(): Promise<void> {
    isRungAgain = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isRungAgain && !isStopped) {
        isRungAgain = false;
        await drain();
      }
    } catch (error) {
      onProblem(error instanceof Error ? error : new Error(String(error)), "event hub");
    } finally {
      isReading = false;
    }
  }

  return {
    ring: () => void readOn(),
    position: () => position,
    stop() {
      isStopped = true;
    },
  };
}

function deliver(seats: Seats, frame: EventFrame): void {
  for (const client of seats.get(frame.organizationId) ?? []) {
    if (client.topics !== undefined && !client.topics.has(topicOf(frame.type))) continue;
    if (!client.write(frame.frame)) client.close();
  }
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
