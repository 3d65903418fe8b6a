import type { EventFrame } from "./event-frames.ts";
import { type WireFrame, wireFrame } from "./wire-frame.ts";

/** A client of the stream. `write` returns false when the client cannot keep up; it is then closed and may come back. */
export type StreamClient = {
  readonly organizationId: string;
  readonly topics: ReadonlySet<string> | undefined;
  /** Topics that are not for this client, whatever it wants. */
  readonly hiddenTopics?: readonly string[];
  write(frame: WireFrame): boolean;
  close(): void;
};

/** Events of one organization that were read together, with the bytes for whoever wants all of them. */
export type Batch = {
  readonly frames: readonly EventFrame[];
  readonly topics: ReadonlySet<string>;
  readonly whole: WireFrame;
};

/** Prepares events, oldest first, for all clients of their organization. */
export function batchOf(frames: readonly EventFrame[]): Batch {
  return { frames, topics: new Set(frames.map(({ topic }) => topic)), whole: wireOf(frames) };
}

/** A client's place among those that live events go to. */
export type Seat = {
  deliver(batch: Batch): void;
  /** Lets live events through, without those up to the position that the client has seen already. */
  open(seenUpTo: number): void;
  write(frame: WireFrame): void;
  close(): void;
};

/** Holds live events back until it is opened. */
export function seatFor(client: StreamClient): Seat {
  let waiting: Batch[] | undefined = [];
  let seen = 0;
  const send = (batch: Batch): void => {
    const frame = partFor(client, batch, seen);
    if (frame !== undefined && !client.write(frame)) client.close();
  };
  return {
    deliver(batch) {
      if (waiting === undefined) send(batch);
      else waiting.push(batch);
    },
    open(seenUpTo) {
      seen = seenUpTo;
      const held = waiting ?? [];
      waiting = undefined;
      for (const batch of held) send(batch);
    },
    write(frame) {
      if (waiting === undefined) client.write(frame);
    },
    close: () => client.close(),
  };
}

/** What of a batch is for a client: all of it as it is prepared, some of it, or nothing. */
export function partFor(client: StreamClient, batch: Batch, seen: number): WireFrame | undefined {
  // A client that comes from a server which has read further than this one has seen what is read here next.
  const isNew = (batch.frames[0]?.position ?? 0) > seen;
  if (isNew && [...batch.topics].every((topic) => wants(client, topic))) return batch.whole;
  const part = batch.frames.filter(({ position, topic }) => position > seen && wants(client, topic));
  return part.length === 0 ? undefined : wireOf(part);
}

function wireOf(frames: readonly EventFrame[]): WireFrame {
  return wireFrame(frames.map(({ text }) => text).join(""));
}

function wants({ hiddenTopics, topics }: StreamClient, topic: string): boolean {
  if (hiddenTopics?.includes(topic) === true) return false;
  return topics === undefined || topics.has(topic);
}
