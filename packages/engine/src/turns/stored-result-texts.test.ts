import { TOOL_LIMITS } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import { toolText } from "@cadre/tool-selector";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storedResult } from "./stored-result.ts";

/** A blob store in memory; the hash of a text is its place. */
function memoryBlobs() {
  const texts: string[] = [];
  return { texts, put: async (text: Uint8Array | string) => `blob_${texts.push(String(text)) - 1}` };
}

const full = { put: () => Promise.reject(new Error("no space left on device")) };

fact(
  "M38",
  "50,000 characters stay in the log; of one more the blob store has the whole, and the log a preview",
  async () => {
    for (const character of ["x", "水"]) {
      const blobs = memoryBlobs();
      const inline = character.repeat(50_000);
      expect(await storedResult(blobs, toolText(inline))).toEqual({ text: inline });
      const long = `${inline}y`;
      const stored = await storedResult(blobs, toolText(long, { exitCode: 3 }));
      expect(blobs.texts).toEqual([long]);
      expect(stored).toMatchObject({ exitCode: 3, blob: { hash: "blob_0", chars: 50_001, lines: 1 } });
      expect(long.startsWith(stored.text)).toBe(true);
      expect(long.endsWith(stored.blob?.tail ?? "?")).toBe(true);
      expect(stored.text.length).toBeLessThanOrEqual(TOOL_LIMITS.blobPreviewChars);
    }
  },
);

fact("M39", "when the blob cannot be written the turn goes on with a shortened result that says so", async () => {
  const stored = await storedResult(full, toolText("x".repeat(60_000), { exitCode: 1 }));
  expect(stored).toEqual({
    text: `${"x".repeat(8_000)}\n[The rest was lost: no space left on device. Run it again with less output.]`,
    exitCode: 1,
  });
});

fact("TW-23", "what a tool kept whole is stored whole beside its shortened answer", async () => {
  expect(await storedResult(memoryBlobs(), toolText("short", { fullText: "the whole" }))).toEqual({
    text: "short",
    fullText: "the whole",
  });
  const blobs = memoryBlobs();
  const whole = "line\n".repeat(20_000);
  expect(await storedResult(blobs, toolText("short", { fullText: whole }))).toMatchObject({
    text: "short",
    blob: { chars: 100_000, lines: 20_001 },
  });
  expect(blobs.texts).toEqual([whole]);
  expect((await storedResult(full, toolText("short", { fullText: whole }))).text).toMatch(
    /^short\n\[The rest was lost/,
  );
});

test("no text of any length is stored with half a character that it did not have", async () => {
  const anyText = fc
    .array(fc.constantFrom("😀", "x", "水\n"), { minLength: 1, maxLength: 7 })
    .chain((parts) => fc.integer({ min: 1, max: 30_000 }).map((times) => parts.join("").repeat(times)));
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      for (const blobs of [memoryBlobs(), full]) {
        const stored = await storedResult(blobs, toolText(text));
        expect(stored.text.isWellFormed()).toBe(true);
        expect(stored.blob?.tail.isWellFormed() ?? true).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
