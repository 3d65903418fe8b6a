import { type Message, type SessionEntry, textOf } from "@cadre/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { projectUnits } from "../projection/project.ts";
import { givenEntries, givenTaskSession, replied, said } from "../session-entries.fixture.ts";
import { type SizedUnit, sizeUnit } from "../preparation/size-units.ts";
import { messageTokens } from "./estimate-tokens.ts";
import { trimUnits, type TrimResult } from "./trim-units.ts";

const count = (text: string): number => text.length;
const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((tokens, message) => tokens + messageTokens(message, count), 0);

function trimmedSession(steps: number, limit: number, chars = 100): TrimResult {
  return trimmed(givenTaskSession(steps, chars), limit);
}

function trimmed(entries: readonly SessionEntry[], limitTokens: number): TrimResult {
  const units = projectUnits(entries, { hasResultTool: false });
  const sized = units.map((unit) => sizeUnit(unit, { count }, { isWhole: false }));
  return trimUnits(sized, { limitTokens, count, mustKeep: "newest-step" });
}

function tokensIn(sized: readonly SizedUnit[]): number {
  return sized.reduce((tokens, each) => tokens + each.tokens, 0);
}

function shown(result: TrimResult): readonly Message[] {
  if (!result.fits) throw new Error("It should fit.");
  const messages = (sized: readonly SizedUnit[]): readonly Message[] => sized.flatMap(({ unit }) => unit.messages);
  return [...messages(result.before), ...(result.note === undefined ? [] : [result.note]), ...messages(result.after)];
}

test("a history that fits is left whole", () => {
  const result = trimmedSession(5, 100_000);
  expect(shown(result)).toHaveLength(11);
  expect(result).toMatchObject({ trimmed: undefined });
});

test("over the limit the brief and the newest four steps stay byte-equal, and the history says what is gone", () => {
  const limit = 1_200;
  const whole = shown(trimmedSession(40, 1_000_000));
  const result = trimmedSession(40, limit);
  const messages = shown(result);
  expect(tokensOf(messages)).toBeLessThanOrEqual(limit);
  expect(messages[0]).toEqual(whole[0]);
  expect(messages.slice(-8)).toEqual(whole.slice(-8));
  const note = messages[1];
  expect(note === undefined ? "" : textOf(note)).toMatch(/^\[SYSTEM\] 3\d earlier steps .* not shown/);
  expect(result.fits && result.trimmed?.units).toBeGreaterThan(30);
});

test("a cut goes deep and stays: growing step by step, the shown beginning changes rarely", () => {
  let cuts = 0;
  let before = "";
  for (let steps = 1; steps <= 200; steps += 1) {
    const messages = shown(trimmedSession(steps, 6_000));
    expect(tokensOf(messages)).toBeLessThanOrEqual(6_000);
    const beginning = JSON.stringify(messages.slice(0, 4));
    if (steps > 2 && beginning !== before) cuts += 1;
    before = beginning;
  }
  expect(cuts).toBeLessThan(200 / 10);
  expect(cuts).toBeGreaterThan(1);
});

test("when four steps do not fit fewer stay, the newest always; when that one does not fit the answer says so", () => {
  const two = shown(trimmedSession(10, 1_000, 250));
  expect(two.filter(({ role }) => role === "tool").length).toBeLessThan(4);
  expect(two.at(-1)?.content[0]).toMatchObject({ callId: "call_9" });
  const none = trimmedSession(10, 300, 250);
  expect(none).toMatchObject({ fits: false });
  expect(tokensIn([...none.before, ...none.after])).toBeGreaterThan(300);
});

test("four newest steps stay whenever they fit, though they fill more than a cut aims at", () => {
  const whole = shown(trimmedSession(20, 1_000_000, 250));
  const four = tokensOf([...whole.slice(0, 1), ...whole.slice(-8)]);
  const note = 400;
  for (let steps = 6; steps <= 20; steps += 1) {
    const messages = shown(trimmedSession(steps, four + note, 250));
    expect(messages.filter(({ role }) => role === "tool").length).toBeGreaterThanOrEqual(4);
  }
});

test("what is pinned in the middle stays where it stood", () => {
  const entries = givenEntries([
    said("brief", { isPinned: true }),
    ...Array.from({ length: 6 }, (_, at) => replied(`${at} ${"x".repeat(200)}`)),
    said("keep me", { isPinned: true }),
    ...Array.from({ length: 6 }, (_, at) => replied(`late ${at} ${"y".repeat(200)}`)),
  ]);
  const texts = shown(trimmed(entries, 1_400)).map(textOf);
  expect(texts.slice(0, 2)).toEqual(["brief", "keep me"]);
  expect(texts[2]).toMatch(/^\[SYSTEM\]/);
  expect(texts.at(-1)).toMatch(/^late 5/);
});

test("at any limit the result is within it or an explicit no, in order, with the brief first", () => {
  fc.assert(
    fc.property(
      fc.nat(30),
      fc.integer({ min: -10, max: 6_000 }),
      fc.integer({ min: 1, max: 400 }),
      (steps, limit, chars) => {
        const whole = shown(trimmedSession(steps, 1_000_000, chars));
        const result = trimmedSession(steps, limit, chars);
        const messages = result.fits ? shown(result) : whole.slice(0, 1);
        const kept = tokensIn([...result.before, ...result.after]);
        expect(result.fits ? tokensOf(messages) <= limit : kept > limit - 250).toBe(true);
        expect(messages[0]).toEqual(whole[0]);
        const rest = messages.slice(result.fits && result.trimmed !== undefined ? 2 : 1);
        expect(rest).toEqual(whole.slice(whole.length - rest.length));
        expect(trimmedSession(steps, limit, chars)).toEqual(result);
      },
    ),
    { numRuns: 300 },
  );
});
