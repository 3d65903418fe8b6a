import type { Readable } from "node:stream";
import { StreamableFile } from "@nestjs/common";

type StoredFile = { readonly name: string; readonly bytes: number | null; readonly content: Readable };

/** Answers with a file that an agent made: always as an attachment of no particular type, so that no browser shows or runs it. */
export async function attachment(found: Promise<StoredFile>): Promise<StreamableFile> {
  const { name, bytes, content } = await found;
  return new StreamableFile(content, {
    type: "application/octet-stream",
    disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    ...(bytes === null ? {} : { length: bytes }),
  });
}
