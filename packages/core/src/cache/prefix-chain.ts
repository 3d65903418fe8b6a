import type { Message } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { textHash } from "../text/text-hash.ts";

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
  const hash = textHash(canonicalJson(message));
  KNOWN.set(message, hash);
  return hash;
}
