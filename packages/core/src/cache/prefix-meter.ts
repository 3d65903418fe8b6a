import type { ModelRequest } from "@cadre/domain";
import { canonicalJson, PROMPT_LIMITS } from "@cadre/shared";

const FNV_OFFSET = 2_166_136_261;
const FNV_PRIME = 16_777_619;

/** What a request is measured by: its bytes in the order the provider reads them. Usage and times are no part of it. */
export type MeteredRequest = Pick<ModelRequest, "model" | "system" | "tools" | "messages" | "tail">;

/** A request in chunks of 256 bytes. Each number stands for its chunk and all before it. */
export type PrefixPrint = { readonly model: string; readonly bytes: number; readonly chunks: Uint32Array };

export type CachedEstimate = { readonly sharedBytes: number; readonly bytes: number; readonly cachedTokens: number };

/** Reads a request once, front to back: tools, system, messages, then what is written anew for each call. */
export function prefixPrint(request: MeteredRequest): PrefixPrint {
  const { provider, model } = request.model;
  const parts = [...request.tools, ...request.system, ...request.messages, request.tail ?? ""];
  const bytes = new TextEncoder().encode(parts.map((part) => canonicalJson(part)).join("\n"));
  const size = PROMPT_LIMITS.prefixChunkBytes;
  const chunks = new Uint32Array(Math.ceil(bytes.length / size));
  let hash = FNV_OFFSET;
  for (let at = 0; at < bytes.length; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
    if ((at + 1) % size === 0 || at + 1 === bytes.length) chunks[Math.floor(at / size)] = hash;
  }
  return { model: `${provider}/${model}`, bytes: bytes.length, chunks };
}

/**
 * How much of a call a prefix cache could have served, whatever the provider reports: the longest beginning it shares with the call
 * before it, as a share of its input tokens (context-and-assist A.10). Another model begins anew.
 */
export function cachedEstimate(
  before: PrefixPrint | undefined,
  after: PrefixPrint,
  inputTokens: number,
): CachedEstimate {
  const sharedBytes = before === undefined || before.model !== after.model ? 0 : sharedPrefix(before, after);
  const share = after.bytes === 0 ? 0 : sharedBytes / after.bytes;
  return { sharedBytes, bytes: after.bytes, cachedTokens: Math.floor(share * inputTokens) };
}

function sharedPrefix(before: PrefixPrint, after: PrefixPrint): number {
  const most = Math.min(before.chunks.length, after.chunks.length);
  let shared = 0;
  while (shared < most && before.chunks[shared] === after.chunks[shared]) shared += 1;
  return Math.min(shared * PROMPT_LIMITS.prefixChunkBytes, before.bytes, after.bytes);
}
