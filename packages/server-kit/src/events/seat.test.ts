import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventFrame } from "./event-frames.ts";
import { batchOf, seatFor } from "./seat.ts";
import { type WireFrame, wireFrame } from "./wire-frame.ts";

const TOPICS = ["task", "run", "api-key"];

function frameAt(position: number, topic: string): EventFrame {
  return { position, organizationId: "org_a", topic, text: `id: ${position}\nevent: ${topic}.é\ndata: {}\n\n` };
}

function idsIn(frames: readonly WireFrame[]): number[] {
  const text = frames.map(({ plain }) => Buffer.from(plain).toString()).join("");
  return [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
}

test("whatever is read together, a client gets what it wants after what it has seen, once and in order", () => {
  const events = fc.array(fc.constantFrom(...TOPICS), { minLength: 1, maxLength: 40 });
  const chosen = fc.option(fc.uniqueArray(fc.constantFrom(...TOPICS)), { nil: undefined });
  const cuts = fc.array(fc.nat(39), { maxLength: 6 });
  const rule = fc.property(
    events,
    chosen,
    fc.uniqueArray(fc.constantFrom(...TOPICS)),
    cuts,
    fc.nat(40),
    fc.nat(6),
    (topics, wanted, hidden, at, seen, opensAfter) => {
      const frames = topics.map((topic, index) => frameAt(index + 1, topic));
      const bounds = [0, ...at.toSorted((a, b) => a - b), frames.length];
      const batches = bounds.slice(1).map((end, index) => frames.slice(bounds[index], end));
      const written: WireFrame[] = [];
      const seat = seatFor({
        organizationId: "org_a",
        topics: wanted === undefined ? undefined : new Set(wanted),
        hiddenTopics: hidden,
        write: (frame) => written.push(frame) > 0,
        close: () => undefined,
      });
      for (const [index, batch] of batches.entries()) {
        if (index === opensAfter) seat.open(seen);
        if (batch.length > 0) seat.deliver(batchOf(batch));
      }
      if (opensAfter >= batches.length) seat.open(seen);
      const isFor = ({ position, topic }: EventFrame): boolean =>
        position > seen && !hidden.includes(topic) && (wanted === undefined || wanted.includes(topic));
      expect(idsIn(written)).toEqual(frames.filter(isFor).map(({ position }) => position));
    },
  );
  fc.assert(rule, { numRuns: 300 });
});

test("clients that want everything get the very same bytes", () => {
  const batch = batchOf([frameAt(1, "task"), frameAt(2, "run")]);
  const written: WireFrame[] = [];
  for (const hiddenTopics of [[], ["api-key"]]) {
    const seat = seatFor({
      organizationId: "org_a",
      topics: undefined,
      hiddenTopics,
      write: (frame) => written.push(frame) > 0,
      close: () => undefined,
    });
    seat.open(0);
    seat.deliver(batch);
  }
  expect(written).toEqual([batch.whole, batch.whole]);
  expect(written[0]).toBe(written[1]);
});

test("who cannot keep up is closed", () => {
  let closed = 0;
  const seat = seatFor({
    organizationId: "org_a",
    topics: undefined,
    write: () => false,
    close: () => void (closed += 1),
  });
  seat.open(0);
  seat.deliver(batchOf([frameAt(1, "task")]));
  expect(closed).toBe(1);
});

test("a chunk says how many bytes it has, whatever it is made of", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
      const { chunk, plain } = wireFrame(text);
      const raw = Buffer.from(chunk);
      const head = raw.subarray(0, raw.indexOf("\r\n")).toString();
      expect(Number.parseInt(head, 16)).toBe(plain.length);
      expect(raw.subarray(-2).toString()).toBe("\r\n");
      expect(Buffer.from(plain).equals(Buffer.from(text))).toBe(true);
    }),
  );
});
