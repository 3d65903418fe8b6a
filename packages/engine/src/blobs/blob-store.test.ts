import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { TOOL_LIMITS } from "@cadre/shared";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBlobStore } from "./blob-store.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadre-blobs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = (hash: string): string => path.join(folder, hash.slice(0, 2), hash);

test("what was stored is what comes back, by its hash, whole and as a stream", async () => {
  const blobs = createBlobStore(folder);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const hash = await blobs.put(bytes);
      expect(hash).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect(await blobs.get(hash)).toEqual(Buffer.from(bytes));
      expect(await buffer(await blobs.open(hash))).toEqual(Buffer.from(bytes));
      expect(await blobs.put(bytes)).toBe(hash);
    }),
    { numRuns: 30 },
  );
  expect(await readdir(path.join(folder, "incoming"))).toEqual([]);
});

test.each([
  ["cut short", (file: string) => truncate(file, 3)],
  ["changed in place", (file: string) => writeFile(file, "hullo\n")],
  ["empty", (file: string) => writeFile(file, "")],
  ["a folder", (file: string) => rm(file).then(() => mkdir(file))],
] as const)("a blob that is %s is not handed out as if it were whole", async (_, damage) => {
  const blobs = createBlobStore(folder);
  const hash = await blobs.put("hello\n");
  await damage(fileOf(hash));
  await expect(blobs.get(hash)).rejects.toMatchObject({ kind: "unavailable", code: "blob.damaged" });
  await expect(blobs.open(hash)).rejects.toMatchObject({ kind: "unavailable", code: "blob.damaged" });
  await rm(fileOf(hash), { recursive: true });
  await expect(blobs.open(hash)).rejects.toMatchObject({ code: "blob.missing" });
});

test("storing the same bytes again mends a damaged blob", async () => {
  const blobs = createBlobStore(folder);
  const hash = await blobs.put("hello\n");
  for (const damaged of ["hullo\n", "he", ""]) {
    await writeFile(fileOf(hash), damaged);
    await blobs.put("hello\n");
    expect(String(await blobs.get(hash))).toBe("hello\n");
  }
});

test("a large blob is checked while it is read: one that was changed fails at its end", async () => {
  const blobs = createBlobStore(folder);
  const bytes = Buffer.alloc(TOOL_LIMITS.blobCheckedAtOnceBytes + 1, "x");
  const hash = await blobs.put(bytes);
  expect((await buffer(await blobs.open(hash))).equals(bytes)).toBe(true);
  bytes[bytes.length - 1] = 0;
  await writeFile(fileOf(hash), bytes);
  await expect(buffer(await blobs.open(hash))).rejects.toMatchObject({ code: "blob.damaged" });
});

test("a store that cannot be written says so and leaves nothing half-written; what a dead process left is removed in time", async () => {
  const file = path.join(folder, "no-folder");
  await writeFile(file, "");
  await expect(createBlobStore(file).put("hello")).rejects.toMatchObject({ code: "blob.not-stored" });

  const blobs = createBlobStore(folder);
  const [old, young] = ["old", "young"].map((name) => path.join(folder, "incoming", name));
  for (const left of [old, young]) await writeFile(left ?? "", "half");
  await utimes(old ?? "", new Date(1_000), new Date(1_000));
  await blobs.removeAbandoned(new Date(2_000));
  expect(await readdir(path.join(folder, "incoming"))).toEqual(["young"]);
});
