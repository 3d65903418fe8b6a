import type { Database } from "@cadre/database";
import { API_LIMITS } from "@cadre/shared";
import { type EventFrame, keptPositions, readFrames, readOrganizationFrames } from "./event-frames.ts";
import { batchOf, partFor, type Seat, seatFor, type StreamClient } from "./seat.ts";
import { wireFrame } from "./wire-frame.ts";

export type EventHub = {
  /** Attaches a client: replays what it missed after `lastEventId`, or sends `reset` when that is no longer kept. */
  attach(client: StreamClient, lastEventId: number | undefined): Promise<() => void>;
  /** New positions may be there. */
  ring(): void;
  readonly clients: () => number;
  /** How far this process has read: a read that begins now sees everything up to here. */
  readonly position: () => number;
  stop(): void;
};

const READ_BATCH = 500;
const PING = wireFrame(": ping\n\n");

type Seats = Map<string, Set<Seat>>;

/** Fans committed events out to this process's clients: one reader, what it reads together is serialised once for each organization. */
export async function createEventHub(
  database: Database,
  onProblem: (error: Error, where: string) => void,
): Promise<EventHub> {
  const seats: Seats = new Map();
  const reader = createReader(database, { seats, onProblem, startAt: (await keptPositions(database)).last });
  const poll = setInterval(reader.ring, API_LIMITS.relayQuietMs);
  const ping = setInterval(() => {
    for (const seat of allSeats(seats)) seat.write(PING);
  }, API_LIMITS.eventStreamPingMs);

  return {
    ring: reader.ring,
    clients: () => allSeats(seats).length,
    position: reader.position,
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
      position = frames.at(-1)?.position ?? position;
      deliver(seats, frames);
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

function deliver(seats: Seats, frames: readonly EventFrame[]): void {
  for (const [organizationId, own] of Map.groupBy(frames, (frame) => frame.organizationId)) {
    const clients = seats.get(organizationId);
    if (clients === undefined) continue;
    const batch = batchOf(own);
    for (const seat of clients) seat.deliver(batch);
  }
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
    client.write(wireFrame(`id: ${range.upTo}\nevent: hello\ndata: {"position":${range.upTo}}\n\n`));
    return range.upTo;
  }
  const kept = await keptPositions(database);
  const oldest = kept.first === 0 ? kept.last + 1 : kept.first;
  if (range.after > kept.last || range.after < oldest - 1) {
    const reason = "what you saw last is no longer kept: load again";
    client.write(
      wireFrame(`id: ${range.upTo}\nevent: reset\ndata: ${JSON.stringify({ reason, position: range.upTo })}\n\n`),
    );
    return range.upTo;
  }
  for (let after = range.after; ;) {
    const frames = await readOrganizationFrames(database, client.organizationId, { after, upTo: range.upTo });
    if (frames.length === 0) return Math.max(range.after, range.upTo);
    const part = partFor(client, batchOf(frames), after);
    if (part !== undefined) client.write(part);
    after = frames.at(-1)?.position ?? after;
  }
}
