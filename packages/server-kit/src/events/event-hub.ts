import type { Database } from "@cadre/database";
import { API_LIMITS } from "@cadre/shared";
import { type EventFrame, keptPositions, readFrames, readOrganizationFrames } from "./event-frames.ts";

/** A client of the stream. `write` returns false when the client cannot keep up; it is then closed and may come back. */
export type StreamClient = {
  readonly organizationId: string;
  readonly topics: ReadonlySet<string> | undefined;
  /** Topics that are not for this client, whatever it wants. */
  readonly hiddenTopics?: readonly string[];
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
    for (const seat of allSeats(seats)) seat.ping();
  }, API_LIMITS.eventStreamPingMs);

  return {
    ring: reader.ring,
    clients: () => allSeats(seats).length,
    async attach(client, lastEventId) {
      const { seat, leave } = takeSeat(seats, client);
      try {
        // Live frames wait in the seat until what was missed has been sent, so that nothing is lost or repeated.
        seat.open(await replay(database, client, { after: lastEventId, upTo: reader.position() }));
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
  for (const seat of seats.get(frame.organizationId) ?? []) seat.deliver(frame);
}

/** A client's place among those that live frames go to. */
type Seat = {
  deliver(frame: EventFrame): void;
  /** Lets live frames through, without those up to the position that the client has seen already. */
  open(seenUpTo: number): void;
  ping(): void;
  close(): void;
};

/** Holds live frames back until it is opened. */
function seatFor(client: StreamClient): Seat {
  let waiting: EventFrame[] | undefined = [];
  let seen = 0;
  const send = (frame: EventFrame): void => {
    // A client that comes from a server which has read further than this one has seen what is read here next.
    if (frame.position > seen && isWanted(client, frame) && !client.write(frame.frame)) client.close();
  };
  return {
    deliver(frame) {
      if (waiting === undefined) send(frame);
      else waiting.push(frame);
    },
    open(seenUpTo) {
      seen = seenUpTo;
      const held = waiting ?? [];
      waiting = undefined;
      for (const frame of held) send(frame);
    },
    ping() {
      if (waiting === undefined) client.write(PING_FRAME);
    },
    close: () => client.close(),
  };
}

function isWanted(client: StreamClient, frame: EventFrame): boolean {
  const topic = topicOf(frame.type);
  if (client.hiddenTopics?.includes(topic) === true) return false;
  return client.topics === undefined || client.topics.has(topic);
}

/**
 * Sends what was missed up to the position that the hub had when the client took its seat. Returns the position up to which the
 * client has now seen everything.
 */
async function replay(
  database: Database,
  client: StreamClient,
  range: { readonly after: number | undefined; readonly upTo: number },
): Promise<number> {
  if (range.after === undefined) {
    client.write(`id: ${range.upTo}\nevent: hello\ndata: {"position":${range.upTo}}\n\n`);
    return range.upTo;
  }
  const kept = await keptPositions(database);
  const oldest = kept.first === 0 ? kept.last + 1 : kept.first;
  if (range.after > kept.last || range.after < oldest - 1) {
    const reason = "what you saw last is no longer kept: load again";
    client.write(`id: ${range.upTo}\nevent: reset\ndata: ${JSON.stringify({ reason, position: range.upTo })}\n\n`);
    return range.upTo;
  }
  for (let after = range.after; ;) {
    const frames = await readOrganizationFrames(database, client.organizationId, { after, upTo: range.upTo });
    for (const frame of frames) {
      if (isWanted(client, frame)) client.write(frame.frame);
      after = frame.position;
    }
    if (frames.length === 0) return Math.max(range.after, range.upTo);
  }
}

/** The topic of an event is the noun before the dot. */
function topicOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}
