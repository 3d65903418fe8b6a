import fc from "fast-check";
import { givenBoard } from "./prompt-facts.fixture.ts";
import type { SituationFacts } from "./situation-facts.ts";

const NOW = new Date("2026-11-29T09:15:42Z").getTime();
const text = fc.oneof(
  fc.string(),
  fc.constant("</situation>"),
  fc.constant("文字 with\nlines"),
  fc.string({ unit: "grapheme" }),
);
const time = fc.integer({ min: 0, max: 1e10 }).map((ago) => new Date(NOW - ago));
const few = <Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> => fc.array(one, { maxLength: 6 });
const maybe = <Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(one, { nil: undefined });
const deliverable = fc.record({
  type: fc.constant("file" as const),
  title: text,
  reference: text,
  summary: maybe(text),
});

/** Any state of things: what may change between two calls of one epoch. */
export const anySituation: fc.Arbitrary<SituationFacts> = fc.record({
  project: maybe(fc.record({ id: text, name: text, description: maybe(text), repositories: fc.constant([]) })),
  announcements: few(fc.record({ text })),
  feedback: few(fc.record({ author: text, about: text, rating: maybe(text), text })),
  deliverables: maybe(few(deliverable)),
  sharedDeliverables: few(deliverable),
  notebook: few(fc.record({ key: text, text, managedBy: fc.constantFrom("agent", "system", "cpp"), updatedAt: time })),
  activatedSkills: few(fc.record({ name: text, instructions: text })),
  skills: maybe(
    fc.record({ query: text, installed: few(fc.record({ name: text, category: text, description: text })) }),
  ),
  conversations: few(fc.record({ title: text, with: text, lastAt: time })),
  taskBoard: maybe(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(5)).map((counts) => givenBoard(...counts))),
  teamStatus: maybe(few(fc.record({ name: text, status: text }))),
  channel: maybe(fc.record({ name: text, messages: few(fc.record({ author: text, at: time, text })) })),
  mailbox: maybe(
    fc.record({
      focus: maybe(fc.record({ type: text, headline: text, since: time })),
      queuedTotal: fc.nat(50),
      queued: few(
        fc.record({
          type: fc.constantFrom("human_chat", "mention", "toString", "__proto__"),
          headline: text,
          priority: fc.nat(4),
        }),
      ),
      decisions: few(fc.record({ kind: text, reason: text })),
      mergedText: maybe(text),
    }),
  ),
  sender: maybe(fc.record({ kind: fc.constantFrom("person", "agent", "system"), name: text, role: maybe(text) })),
  now: time,
});
