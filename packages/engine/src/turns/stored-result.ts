import { headOf, tailOf } from "@cadre/core";
import type { ToolResultEntry } from "@cadre/domain";
import { TOOL_LIMITS } from "@cadre/shared";
import type { ToolResult } from "@cadre/tool-selector";
import type { BlobStore } from "../blobs/blob-store.ts";

export type StoredResult = Pick<ToolResultEntry, "text" | "fullText" | "blob" | "exitCode">;

/**
 * What the log keeps of a result: the text itself, and what its tool kept whole in `details.fullText`, up to 50,000 characters; beyond
 * that the beginning and end, with the whole in the blob store (M38). When the blob cannot be written the turn goes on with a shortened
 * result (M39).
 */
export async function storedResult(blobs: Pick<BlobStore, "put">, result: ToolResult): Promise<StoredResult> {
  const { details, text } = result;
  const exitCode = typeof details?.exitCode === "number" ? { exitCode: details.exitCode } : {};
  const kept = typeof details?.fullText === "string" && details.fullText !== text ? details.fullText : undefined;
  const whole = kept ?? text;
  if (text.length <= TOOL_LIMITS.blobChars && whole.length <= TOOL_LIMITS.blobChars) {
    return { text, ...(kept === undefined ? {} : { fullText: kept }), ...exitCode };
  }
  const isShort = text.length <= TOOL_LIMITS.blobChars;
  try {
    const hash = await blobs.put(whole);
    return {
      text: isShort ? text : headOf(text, TOOL_LIMITS.blobPreviewChars),
      blob: {
        hash,
        chars: whole.length,
        lines: whole.split("\n").length,
        tail: tailOf(whole, TOOL_LIMITS.blobPreviewChars),
      },
      ...exitCode,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const left = isShort ? text : headOf(text, TOOL_LIMITS.blobFailedKeepChars);
    return { text: `${left}\n[The rest was lost: ${reason}. Run it again with less output.]`, ...exitCode };
  }
}
