import { headOf, tailOf } from "@cadre/core";
import type { ToolResultEntry } from "@cadre/domain";
import { TOOL_LIMITS } from "@cadre/shared";
import type { ToolResult } from "@cadre/tool-selector";
import type { BlobStore } from "../blobs/blob-store.ts";

export type StoredResult = Pick<ToolResultEntry, "text" | "blob" | "exitCode">;

/**
 * What the log keeps of a result: the text itself up to 50,000 characters, beyond that its beginning and end with the whole in the
 * blob store (M38). When the blob cannot be written the turn goes on with a shortened result (M39).
 */
export async function storedResult(blobs: BlobStore, result: ToolResult): Promise<StoredResult> {
  const exitCode = typeof result.details?.exitCode === "number" ? { exitCode: result.details.exitCode } : {};
  if (result.text.length <= TOOL_LIMITS.blobChars) return { text: result.text, ...exitCode };
  try {
    const hash = await blobs.put(result.text);
    return {
      text: headOf(result.text, TOOL_LIMITS.blobPreviewChars),
      blob: {
        hash,
        chars: result.text.length,
        lines: result.text.split("\n").length,
        tail: tailOf(result.text, TOOL_LIMITS.blobPreviewChars),
      },
      ...exitCode,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const kept = headOf(result.text, TOOL_LIMITS.blobFailedKeepChars);
    return { text: `${kept}\n[The rest was lost: ${reason}. Run it again with less output.]`, ...exitCode };
  }
}
