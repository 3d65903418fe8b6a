import { once } from "node:events";
import type { Readable } from "node:stream";
import { Fault } from "@cadre/shared";
import { StreamableFile } from "@nestjs/common";

type StoredFile = { readonly name: string; readonly bytes: number | null; readonly content: Readable };

/**
 * Answers with a file that an agent made: always as an attachment of no particular type, so that no browser shows or runs it. Fault:
 * `deliverable.content-missing` when its bytes are not in the blob store.
 */
export async function attachment(found: Promise<StoredFile>): Promise<StreamableFile> {
  const { name, bytes, content } = await found;
  try {
    await once(content, "open");
  } catch (cause) {
    throw new Fault("unavailable", "deliverable.content-missing", {
      message:
        "The bytes of this file are not in the blob store. Restore them from a backup, or have the task done again.",
      cause,
    });
  }
  return new StreamableFile(content, {
    type: "application/octet-stream",
    disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    ...(bytes === null ? {} : { length: bytes }),
  });
}
