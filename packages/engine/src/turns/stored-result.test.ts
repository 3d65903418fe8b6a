import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBlobStore } from "../blobs/blob-store.ts";
import { storedResult } from "./stored-result.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadre-results-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

fact(
  "M38",
  "50,000 characters stay in the entry; one more goes whole into the blob store, with a preview here",
  async () => {
    const blobs = createBlobStore(path.join(folder, "blobs"));
    const inline = await storedResult(blobs, { text: "x".repeat(50_000), isError: false });
    expect(inline).toEqual({ text: "x".repeat(50_000) });

    const text = `head\n${"y".repeat(49_991)}\ntail`;
    expect(text).toHaveLength(50_001);
    const { blob, ...entry } = await storedResult(blobs, { text, isError: false, details: { exitCode: 3 } });
    expect(entry.exitCode).toBe(3);
    expect(text.startsWith(entry.text)).toBe(true);
    expect(entry.text.length).toBeLessThan(text.length);
    expect(blob).toMatchObject({ chars: 50_001, lines: 3 });
    expect(blob?.tail?.endsWith("tail")).toBe(true);
    expect((await blobs.get(blob?.hash ?? "")).toString("utf8")).toBe(text);
  },
);

fact("M39", "when the whole cannot be put away, the turn goes on with a shortened result that says so", async () => {
  const file = path.join(folder, "no-folder");
  await writeFile(file, "");
  const { text, blob } = await storedResult(createBlobStore(file), {
    text: `head ${"z".repeat(60_000)}`,
    isError: false,
  });
  expect(blob).toBeUndefined();
  expect(text).toMatch(/^head z+\n\[The rest was lost: .*ENOTDIR.*\. Run it again with less output\.\]$/);
  expect(text.length).toBeLessThan(50_000);
});

test("a preview begins and ends with whole characters", async () => {
  const blobs = createBlobStore(path.join(folder, "blobs"));
  const { text, blob } = await storedResult(blobs, { text: `a${"😀".repeat(30_000)}b`, isError: false });
  for (const part of [text, blob?.tail ?? ""]) {
    expect(part.isWellFormed()).toBe(true);
    expect(part.length).toBeGreaterThan(1_990);
  }
});
