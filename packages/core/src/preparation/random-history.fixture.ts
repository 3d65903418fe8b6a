import { type EntryPayload, NO_USAGE, type SessionEntry } from "@cadre/domain";
import fc from "fast-check";
import { deepFreeze, givenEntries } from "../session-entries.fixture.ts";

const MEGABYTE_OF_WORDS = "some words of a log ".repeat(50_000);
const MEGABYTE_OF_DATA = "aGVsbG8gd29ybGQ5MTIz".repeat(50_000);

/** Texts of every kind that was ever counted or cut wrongly. */
const text = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(MEGABYTE_OF_WORDS, MEGABYTE_OF_DATA) },
  { weight: 16, arbitrary: fc.lorem({ maxCount: 30 }) },
  { weight: 4, arbitrary: fc.constantFrom("", " ", "\n", "[SYSTEM] TASK EXECUTION", "a\uD800b", "\u0000") },
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 120 }) },
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 120 }) },
  { weight: 8, arbitrary: fc.nat(6_000).map((chars) => "漢字仮名".repeat(Math.ceil(chars / 4)).slice(0, chars)) },
  { weight: 8, arbitrary: fc.nat(6_000).map((chars) => "aGVsbG8gd29ybGQ5MTIz+/".repeat(300).slice(0, chars)) },
  { weight: 8, arbitrary: fc.nat(400).map((words) => "😀 word ".repeat(words)) },
  { weight: 4, arbitrary: fc.nat(30_000).map((chars) => "line of a long result\n".repeat(1_400).slice(0, chars)) },
);

const step = fc.record({
  kind: fc.constant("step" as const),
  text,
  calls: fc.array(fc.record({ id: fc.constantFrom("0", "1", "fresh"), text, isError: fc.boolean(), fate: fc.nat(9) }), {
    maxLength: 4,
  }),
  isInterrupted: fc.boolean(),
});
const said = fc.record({ kind: fc.constant("said" as const), text, hasImage: fc.boolean(), isPinned: fc.nat(9) });
const noted = fc.record({ kind: fc.constant("noted" as const), text });

export type RandomHistory = {
  readonly entries: readonly SessionEntry[];
  /** The whole stored text of the brief, and of each message that a person pinned. */
  readonly brief: string;
  readonly pinned: readonly string[];
};

/** Sessions with parallel calls, failed, missing and late results, ids used again, images, pins and interrupted turns. */
export const randomHistory = fc
  .record({
    briefText: text,
    acts: fc.array(
      fc.oneof({ weight: 6, arbitrary: step }, { weight: 2, arbitrary: said }, { weight: 1, arbitrary: noted }),
      {
        maxLength: 45,
      },
    ),
  })
  .map(({ briefText, acts }): RandomHistory => {
    const brief = `#0# TASK EXECUTION ${briefText.slice(0, 400)}`;
    const payloads: EntryPayload[] = [
      { kind: "user-message", v: 1, content: [{ type: "text", text: brief }], isPinned: true },
    ];
    const pinnedAt: number[] = [];
    for (const [at, act] of acts.entries()) {
      const mark = `#${at + 1}# `;
      if (act.kind === "step") payloads.push(...stepPayloads(act, mark, payloads.length));
      else if (act.kind === "noted")
        payloads.push({ kind: "note", v: 1, topic: `t${at}`, text: `[SYSTEM] ${mark}${act.text}` });
      else {
        payloads.push({
          kind: "user-message",
          v: 1,
          content: [
            { type: "text", text: mark + act.text },
            ...(act.hasImage ? [{ type: "image" as const, mediaType: "image/png", base64: "iVBORw0KGgo=" }] : []),
          ],
        });
        if (act.isPinned === 0 && act.text.length < 2_000) {
          payloads.push({ kind: "pin", v: 1, targetId: `ent_${payloads.length - 1}`, isPinned: true });
          pinnedAt.push(payloads.length - 2);
        }
      }
    }
    const entries = deepFreeze([...givenEntries(payloads)]);
    return { entries, brief: storedTextAt(entries, 0), pinned: pinnedAt.map((at) => storedTextAt(entries, at)) };
  });

function storedTextAt(entries: readonly SessionEntry[], at: number): string {
  const payload = entries[at]?.payload;
  if (payload?.kind !== "user-message") throw new Error(`Entry ${at} is no message of a person.`);
  return payload.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function stepPayloads(act: Step, mark: string, index: number): EntryPayload[] {
  const assistantEntryId = `ent_${index}`;
  const calls = act.calls.map((call, at) => ({
    ...call,
    callId: call.id === "fresh" ? `c${index}_${at}` : `c${call.id}`,
  }));
  const reply: EntryPayload = {
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "thinking", text: act.text.slice(0, 20) },
      { type: "text", text: mark + act.text.slice(0, 900) },
      ...calls.map(({ callId, text: path }) => {
        return { type: "tool-call" as const, callId, name: "file_read", args: { path: path.slice(0, 60) } };
      }),
    ],
    model: { provider: "simulated", model: "simulated-worker-1" },
    stopReason: act.isInterrupted ? "interrupted" : calls.length === 0 ? "end" : "tool-use",
    usage: NO_USAGE,
    isSimulated: true,
  };
  const results = calls.flatMap((call): EntryPayload[] => {
    if (call.fate === 0) return [];
    const owner = call.fate === 1 ? "ent_0" : assistantEntryId;
    const outcome = call.isError ? "failed" : "done";
    return [
      {
        kind: "tool-result",
        v: 1,
        assistantEntryId: owner,
        callId: call.callId,
        name: "file_read",
        outcome,
        text: call.text,
      },
    ];
  });
  return [reply, ...(act.isInterrupted ? results.toReversed() : results)];
}
