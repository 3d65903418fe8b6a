import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { SnapshotFile } from "@cadre/domain";
import { z } from "zod";
import type { BlobStore } from "./blob-store.ts";

const Manifest = z.array(SnapshotFile);

export function parseManifest(text: string): readonly SnapshotFile[] {
  return Manifest.parse(JSON.parse(text));
}

/**
 * Puts the files of a snapshot into a folder. A file of the right size that is there already is left alone; each other one appears
 * whole or not at all.
 */
export async function restoreSnapshot(blobs: BlobStore, files: readonly SnapshotFile[], folder: string): Promise<void> {
  for (const file of files) {
    const target = path.join(folder, file.path);
    const present = await stat(target).catch(() => undefined);
    if (present?.size === file.bytes) continue;
    await mkdir(path.dirname(target), { recursive: true });
    const incoming = `${target}.${randomUUID()}.incoming`;
    await pipeline(await blobs.open(file.sha256), createWriteStream(incoming));
    await rename(incoming, target);
  }
}
