import { lstat } from "node:fs/promises";
import { Fault, TOOL_LIMITS } from "@cadre/shared";
import { openInside, resolvePath } from "@cadre/tool-selector";
import type { EngineToolContext } from "../engine-tool-context.ts";

export type Reference = { readonly type: "file" | "directory" | "link"; readonly reference: string };

export type StoredReference = {
  readonly reference: string;
  readonly blobHash: string | null;
  readonly bytes: number | null;
};

/**
 * Checks what a reference leads to, and stores the bytes of a file. Faults: `deliverable.bad-link`, `deliverable.outside`,
 * `deliverable.missing`, `deliverable.too-large`.
 */
export async function storeReference(
  context: Pick<EngineToolContext, "roots" | "deps">,
  { type, reference }: Reference,
): Promise<StoredReference> {
  if (type === "link") return { reference: requireAddress(reference), blobHash: null, bytes: null };
  const verdict = await resolvePath(context.roots, reference);
  if (!verdict.isAllowed) {
    throw new Fault("invalid", "deliverable.outside", { message: verdict.reason, field: "reference" });
  }
  const found = await lstat(verdict.path).catch((cause: unknown) => {
    throw missing(reference, type, cause);
  });
  if (type === "directory") {
    if (found.isDirectory()) return { reference: verdict.shown, blobHash: null, bytes: null };
    throw missing(reference, type);
  }
  if (!found.isFile()) throw missing(reference, type);
  if (found.size > TOOL_LIMITS.snapshotMaxBytes) {
    throw new Fault("limit", "deliverable.too-large", {
      message: `${reference} has ${found.size} bytes; at most ${TOOL_LIMITS.snapshotMaxBytes} can be kept.`,
      field: "reference",
    });
  }
  return { reference: verdict.shown, ...(await storeFile(context, verdict.path)) };
}

async function storeFile(
  { roots, deps }: Pick<EngineToolContext, "roots" | "deps">,
  path: string,
): Promise<{ blobHash: string; bytes: number }> {
  const handle = await openInside(roots, path);
  if (handle === undefined) throw missing(path, "file");
  try {
    const content = await handle.readFile();
    return { blobHash: await deps.blobs.put(content), bytes: content.byteLength };
  } finally {
    await handle.close();
  }
}

function requireAddress(reference: string): string {
  const url = URL.parse(reference);
  if (url !== null && (url.protocol === "https:" || url.protocol === "http:")) return reference;
  throw new Fault("invalid", "deliverable.bad-link", {
    message: `${reference} is no address. A link starts with https:// or http://.`,
    field: "reference",
  });
}

function missing(reference: string, type: string, cause?: unknown): Fault {
  return new Fault("not-found", "deliverable.missing", {
    message: `There is no ${type} ${reference} in the workspace. Create it or correct the path.`,
    field: "reference",
    cause,
  });
}
