import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { currentVersion, ENTRY_MIGRATIONS, upgradedPayload } from "./entry-migrations.ts";
import { EntryPayload, parseEntryText } from "./session-entry.ts";

/** Texts as older versions stored them. They are never changed: whoever has such a log still has them. */
const OLD_TEXTS = [
  {
    stored: '{"kind":"collapse-context","sourceSessionId":"ses_1","text":"goal: x","v":1}',
    read: { kind: "collapse-context", v: 2, sourceSessionId: "ses_1", summary: "goal: x" },
  },
  {
    stored:
      '{"kind":"collapse-context","rawTextRef":"blob:1","sourceSessionId":"ses_1","summary":"goal: y","text":"z","v":1}',
    read: { kind: "collapse-context", v: 2, sourceSessionId: "ses_1", summary: "goal: y", rawTextRef: "blob:1" },
  },
  {
    stored: '{"kind":"collapse-context","sourceSessionId":"ses_1","v":1}',
    read: { kind: "collapse-context", v: 2, sourceSessionId: "ses_1", summary: "" },
  },
] as const;

fact("TW-52", "what an older version stored reads as today's kind says it", () => {
  for (const { stored, read } of OLD_TEXTS) expect(parseEntryText(stored)).toEqual(read);
});

test("each kind's migrations follow each other without a gap and end at the version that is written today", () => {
  const written = new Map(EntryPayload.options.map(({ shape }) => [shape.kind.value as string, shape.v.value]));
  for (const [kind, v] of written) {
    const from = ENTRY_MIGRATIONS.filter((migration) => migration.kind === kind).map((migration) => migration.from);
    expect([kind, from]).toEqual([kind, Array.from({ length: v - 1 }, (_, at) => at + 1)]);
    expect(currentVersion(kind)).toBe(v);
  }
  expect(ENTRY_MIGRATIONS.filter(({ kind }) => !written.has(kind))).toEqual([]);
  expect(OLD_TEXTS.map(({ stored }) => (JSON.parse(stored) as { kind: string }).kind)).toEqual(
    expect.arrayContaining(ENTRY_MIGRATIONS.map(({ kind }) => kind)),
  );
});

test("a migration changes nothing that it is given, and what is of today stays the very same", () => {
  const old = Object.freeze({ kind: "collapse-context", v: 1, sourceSessionId: "s", text: "t" });
  expect(upgradedPayload(old)).toEqual({ kind: "collapse-context", v: 2, sourceSessionId: "s", summary: "t" });
  const today = Object.freeze({ kind: "title", v: 1, title: "T" });
  expect(upgradedPayload(today)).toBe(today);
});

test("an entry of a version that is not known yet is refused with its version, never guessed at", () => {
  expect(() => parseEntryText('{"kind":"title","title":"x","v":2}')).toThrow(
    "An entry of kind title has version 2; this program reads up to 1. Update Cadre here as well.",
  );
});
