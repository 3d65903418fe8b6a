import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Content-addressed bytes on disk: the name of a blob is its SHA-256, so writing one twice is writing it once. */
export type BlobStore = {
  /** Stores bytes and returns their hash (64 hex digits). The blob is complete or absent, never half-written. */
  put(bytes: Uint8Array | string): Promise<string>;
  /** Stores a file without loading it whole. */
  putFile(file: string): Promise<{ hash: string; bytes: number }>;
  get(hash: string): Promise<Buffer>;
  open(hash: string): Readable;
  has(hash: string): Promise<boolean>;
};

/** A blob store in one folder, which executors of a fleet share. */
export function createBlobStore(folder: string): BlobStore {
  const pathOf = (hash: string): string => path.join(folder, hash.slice(0, 2), hash);

  async function has(hash: string): Promise<boolean> {
    return access(pathOf(hash)).then(
      () => true,
      () => false,
    );
  }

  /** Renames a finished temporary file into place; a blob that is there already wins. */
  async function publish(temporary: string, hash: string): Promise<void> {
    const target = pathOf(hash);
    await mkdir(path.dirname(target), { recursive: true });
    if (await has(hash)) {
      await rm(temporary, { force: true });
      return;
    }
    await rename(temporary, target);
  }

  async function temporaryFile(): Promise<string> {
    const incoming = path.join(folder, "incoming");
    await mkdir(incoming, { recursive: true });
    return path.join(incoming, randomUUID());
  }

  return {
    has,
    async put(bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      if (await has(hash)) return hash;
      const temporary = await temporaryFile();
      await writeFile(temporary, bytes);
      await publish(temporary, hash);
      return hash;
    },
    async putFile(file) {
      const temporary = await temporaryFile();
      const digest = createHash("sha256");
      await pipeline(
        createReadStream(file),
        async function* hashed(source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            digest.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(temporary),
      );
      const hash = digest.digest("hex");
      const { size } = await stat(temporary);
      await publish(temporary, hash);
      return { hash, bytes: size };
    },
    get: (hash) => readFile(pathOf(hash)),
    open: (hash) => createReadStream(pathOf(hash)),
  };
}
