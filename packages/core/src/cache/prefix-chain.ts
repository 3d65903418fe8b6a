import { createHash, type Hash } from "node:crypto";
import type { Message } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { textHash } from "../text/text-hash.ts";

type Block = Message["content"][number];

/** Hashes of messages that were hashed before; a message never changes. */
const KNOWN = new WeakMap<Message, string>();

/** A name of everything up to a place of the prefix: equal names, equal bytes before it. */
export function chained(before: string, part: string): string {
  return textHash(`${before}\n${part}`);
}

/** The names after each of the first `count` messages, on top of what stands before them. */
export function messageChain(before: string, messages: readonly Message[], count: number): readonly string[] {
  const names: string[] = [];
  let name = before;
  for (const message of messages.slice(0, count)) {
    name = chained(name, messageHash(message));
    names.push(name);
  }
  return names;
}

function messageHash(message: Message): string {
  const known = KNOWN.get(message);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(message.role);
  for (const block of message.content) addBlock(hash, block);
  const digest = hash.digest("hex");
  KNOWN.set(message, digest);
  return digest;
}

/** Long texts go in as they are, after their length: to write them as JSON first would take most of the time. */
function addBlock(hash: Hash, block: Block): void {
  if (block.type !== "text" && block.type !== "tool-result") {
    hash.update(`\n${canonicalJson(block)}`);
    return;
  }
  const { text, ...rest } = block;
  // Halves of surrogate pairs have no bytes of their own; as JSON they are told apart.
  const told = text.isWellFormed() ? text : JSON.stringify(text);
  hash.update(`\n${canonicalJson({ ...rest, length: told.length })}\n`).update(told);
}
