import fc from "fast-check";
import { expect, test } from "vitest";
import { type SseMessage, sseMessages } from "./sse-messages.ts";

async function read(chunks: readonly Uint8Array[]): Promise<{ messages: SseMessage[]; touches: number }> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const messages: SseMessage[] = [];
  let touches = 0;
  for await (const message of sseMessages(new Response(body), () => (touches += 1))) messages.push(message);
  return { messages, touches };
}

const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, ""));
const event = fc.record({ name: fc.constantFrom("", "a", "response.created"), data: fc.array(line, { minLength: 1 }) });

test("however its bytes are cut and its lines end, a stream has the same events", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event),
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.array(fc.nat({ max: 40 })),
      async (events, end, cuts) => {
        const text = events
          .map(({ name, data }) =>
            [
              ": comment",
              ...(name === "" ? [] : [`event: ${name}`]),
              ...data.map((part) => `data: ${part}`),
              "",
              "",
            ].join(end),
          )
          .join("");
        // A last `\r` may be half of `\r\n`, so the stream goes on after it.
        const bytes = new TextEncoder().encode(`${text}: end${end}`);
        const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].toSorted((a, b) => a - b);
        const chunks = [0, ...places].map((from, at) => bytes.subarray(from, [...places, bytes.length][at]));
        const { messages, touches } = await read(chunks);
        expect(messages).toEqual(
          events.map(({ name, data }) => ({ event: name === "" ? undefined : name, data: data.join("\n") })),
        );
        expect(touches).toBe(chunks.length);
      },
    ),
  );
});

test("an event that was cut off is none", async () => {
  expect((await read([new TextEncoder().encode("data: 1\n\ndata: 2\n")])).messages).toEqual([
    { event: undefined, data: "1" },
  ]);
});
