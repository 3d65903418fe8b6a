import { type EntryPayload, NO_USAGE, type SessionEntry, storedEntry, type ToolResultEntry } from "@cadre/domain";

/** A linear session: each payload becomes an entry whose parent is the one before it. */
export function givenEntries(payloads: readonly EntryPayload[]): readonly SessionEntry[] {
  return payloads.map((payload, at) => ({
    id: `ent_${at}`,
    parentId: at === 0 ? null : `ent_${at - 1}`,
    payload: storedEntry(payload).payload,
  }));
}

export function said(text: string, changes: { readonly isPinned?: boolean } = {}): EntryPayload {
  return { kind: "user-message", v: 1, content: [{ type: "text", text }], ...changes };
}

export function noted(text: string): EntryPayload {
  return { kind: "note", v: 1, topic: "test", text };
}

/** A reply with one call per id; no ids: a reply of text only. */
export function replied(text: string, callIds: readonly string[] = []): EntryPayload {
  return {
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "text", text },
      ...callIds.map((callId) => ({ type: "tool-call" as const, callId, name: "file_read", args: { path: callId } })),
    ],
    model: { provider: "simulated", model: "simulated-worker-1" },
    stopReason: callIds.length === 0 ? "end" : "tool-use",
    usage: NO_USAGE,
    isSimulated: true,
  };
}

export function resulted(
  callId: string,
  text: string,
  changes: Partial<ToolResultEntry> & { readonly assistantEntryId: string },
): EntryPayload {
  return { kind: "tool-result", v: 1, callId, name: "file_read", outcome: "done", text, ...changes };
}

/** A brief and then whole steps of one call each, `chars` characters a result. */
export function givenTaskSession(steps: number, chars = 20): readonly SessionEntry[] {
  const payloads: EntryPayload[] = [said("TASK EXECUTION\nCount the lines.", { isPinned: true })];
  for (let step = 0; step < steps; step += 1) {
    const assistantEntryId = `ent_${payloads.length}`;
    payloads.push(replied(`Step ${step}.`, [`call_${step}`]));
    payloads.push(resulted(`call_${step}`, `${step}:`.padEnd(chars, "x "), { assistantEntryId }));
  }
  return givenEntries(payloads);
}

/** So that a change of the input throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
