import { createHash, randomUUID } from "node:crypto";
import {
  type FileHandle,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { Fault, TOOL_LIMITS } from "@cadre/shared";

/** Content-addressed bytes on disk: the name of a blob is its SHA-256, so writing one twice is writing it once. */
export type BlobStore = {
  /**
   * Stores bytes and returns their hash (64 hex digits). The blob is complete or absent, never half-written, and one that was damaged
   * is whole again. Fault: `blob.not-stored`.
   */
  put(bytes: Uint8Array | string): Promise<string>;
  /** The bytes, which are those that were stored. Faults: `blob.missing`, `blob.damaged`. */
  get(hash: string): Promise<Buffer>;
  /**
   * The bytes as a stream. Damage is found before the first of them, or, of a large blob, when its end is reached: the stream then fails
   * instead of ending. Faults: as `get`.
   */
  open(hash: string): Promise<Readable>;
  /** Removes what a process that died left half-written before a time. */
  removeAbandoned(before: Date): Promise<void>;
};

/** A blob store in one folder, which executors of a fleet share. */
export function createBlobStore(folder: string): BlobStore {
  const pathOf = (hash: string): string => path.join(folder, hash.slice(0, 2), hash);
  const incoming = path.join(folder, "incoming");
  return {
    async put(bytes) {
      const hash = hashOf(bytes);
      const target = pathOf(hash);
      const temporary = path.join(incoming, randomUUID());
      try {
        if (await isWhole(target, bytes, hash)) return hash;
        await mkdir(incoming, { recursive: true });
        // On the disk before it has its name: a blob must not lose its bytes to a power cut.
        await writeFile(temporary, bytes, { flush: true });
        await mkdir(path.dirname(target), { recursive: true });
        await rename(temporary, target);
        return hash;
      } catch (cause) {
        // Why it failed is told; what cannot be removed now is removed in time.
        await rm(temporary, { force: true }).catch(() => undefined);
        throw notStored(cause);
      }
    },
    async get(hash) {
      const bytes = await readFile(pathOf(hash)).catch((cause: unknown) => unreadable(hash, cause));
      return hashOf(bytes) === hash ? bytes : unreadable(hash);
    },
    async open(hash) {
      const handle = await openFile(pathOf(hash)).catch((cause: unknown) => unreadable(hash, cause));
      try {
        const { size } = await handle.stat();
        if (size > TOOL_LIMITS.blobCheckedAtOnceBytes)
          return Readable.from(checked(handle, hash), { objectMode: false });
        const bytes = await handle.readFile().catch((cause: unknown) => unreadable(hash, cause));
        await handle.close();
        return hashOf(bytes) === hash ? Readable.from([bytes], { objectMode: false }) : unreadable(hash);
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async removeAbandoned(before) {
      const names = await readdir(incoming).catch(() => []);
      for (const name of names) {
        const file = path.join(incoming, name);
        const found = await stat(file).catch(() => undefined);
        if (found !== undefined && found.mtime < before) await rm(file, { force: true });
      }
    },
  };
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Whether the blob is there with its bytes; a file that is not what it should be is written anew. */
async function isWhole(file: string, bytes: Uint8Array | string, hash: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size !== Buffer.byteLength(bytes)) return false;
  return hashOf(await readFile(file)) === hash;
}

async function* checked(handle: FileHandle, hash: string): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest("hex") !== hash) unreadable(hash);
}

function unreadable(hash: string, cause?: unknown): never {
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
  const what = isMissing ? "are not in the blob store" : "were damaged in the blob store";
  throw new Fault("unavailable", isMissing ? "blob.missing" : "blob.damaged", {
    message: `The bytes of this file ${what}. Restore blobs/${hash.slice(0, 2)}/${hash} from a backup, or have the task done again.`,
    cause,
  });
}

function notStored(cause: unknown): Fault {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  const why =
    code === "ENOSPC" || code === "EDQUOT" ? "The disk is full" : `The blob store cannot be written (${code})`;
  return new Fault("unavailable", "blob.not-stored", {
    message: `${why}, so nothing was stored. Whoever runs this installation must look at the folder blobs of CADRE_HOME; then do it again.`,
    cause,
  });
}
