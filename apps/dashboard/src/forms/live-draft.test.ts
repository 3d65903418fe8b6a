import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changedFields,
  keepMine,
  overtakenFields,
  takeMineBack,
  takeTheirs,
  type Typed,
  typedSince,
  valuesOf,
  write,
} from "./live-draft.ts";

type Fields = { readonly title: string; readonly text: string; readonly tags: readonly string[] };

const before: Fields = { title: "Plan", text: "Old", tags: ["a"] };
const typedTitle = write(before, {}, { title: "Mine" });

test("a field that nobody typed in follows the record", () => {
  expect(valuesOf({ ...before, text: "Theirs" }, typedTitle)).toEqual({ title: "Mine", text: "Theirs", tags: ["a"] });
  expect(overtakenFields({ ...before, text: "Theirs" }, typedTitle)).toEqual([]);
});

test("a field in which somebody typed stays, and is overtaken when somebody else writes there", () => {
  const now = { ...before, title: "Theirs" };
  expect(valuesOf(now, typedTitle).title).toBe("Mine");
  expect(overtakenFields(now, typedTitle)).toEqual(["title"]);
  expect(overtakenFields(now, keepMine(now, typedTitle))).toEqual([]);
  expect(valuesOf(now, keepMine(now, typedTitle)).title).toBe("Mine");
  expect(valuesOf(now, takeTheirs(now, typedTitle, {}).typed)).toEqual(now);
});

test("who is kept over theirs is overtaken again by what comes later", () => {
  const now = { ...before, title: "Theirs" };
  expect(overtakenFields({ ...before, title: "Later" }, keepMine(now, typedTitle))).toEqual(["title"]);
});

test("the same words of two writers are no conflict", () => {
  expect(overtakenFields({ ...before, title: "Mine" }, typedTitle)).toEqual([]);
  expect(changedFields({ ...before, title: "Mine" }, typedTitle)).toEqual([]);
});

test("a field does not turn into theirs under the hands of whoever types it back", () => {
  const now = { ...before, title: "Theirs" };
  const back = write(now, typedTitle, { title: "Plan" });
  expect(valuesOf(now, back).title).toBe("Plan");
  expect(overtakenFields(now, back)).toEqual(["title"]);
});

test("what was put aside comes back whole, and costs nothing that was typed since", () => {
  const mine = write(before, typedTitle, { text: "My text" });
  const one = takeTheirs({ ...before, title: "Theirs" }, mine, {});
  expect(one.typed).toEqual({ text: mine.text });
  const now = { ...before, title: "Theirs", text: "Their text" };
  const two = takeTheirs(now, one.typed, one.aside);
  expect(two).toEqual({ typed: {}, aside: mine });
  const merged = write(now, two.typed, { title: "Theirs and mine" });
  const back = takeMineBack(merged, two.aside);
  expect(valuesOf(now, back.typed)).toMatchObject({ title: "Mine", text: "My text" });
  expect(valuesOf(now, takeMineBack(back.typed, back.aside).typed).title).toBe("Theirs and mine");
});

test("words typed back as they were are no change", () => {
  expect(write(before, typedTitle, { title: "Plan" })).toEqual({});
  expect(changedFields(before, write(before, {}, { title: " Plan" }))).toEqual(["title"]);
});

test("lists are compared by what is in them", () => {
  expect(write(before, {}, { tags: ["a"] })).toEqual({});
  expect(changedFields(before, write(before, {}, { tags: ["a", "b"] }))).toEqual(["tags"]);
});

test("what is typed while something is being saved stays, and is no conflict with it", () => {
  const later = write(before, write(before, typedTitle, { title: "Mine, too" }), { text: "New" });
  const now = { ...before, title: "Mine" };
  const left = typedSince(later, typedTitle);
  expect(valuesOf(now, left)).toEqual({ title: "Mine, too", text: "New", tags: ["a"] });
  expect(overtakenFields(now, left)).toEqual([]);
  expect(typedSince(typedTitle, typedTitle)).toEqual({});
});

const word = fc.constantFrom("Plan", "Old", "Mine", "Theirs", "");
const step = fc.record({
  by: fc.constantFrom("me", "them"),
  field: fc.constantFrom<"title" | "text">("title", "text"),
  value: word,
});

test("whatever two people do, my last words are sent, and no word of theirs is overwritten that came after I began", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let live: Fields = before;
      let typed: Typed<Fields> = {};
      const mine = new Map<keyof Fields, string>();
      const begunOn = new Map<keyof Fields, string>();
      for (const { by, field, value } of steps) {
        if (by === "them") {
          live = { ...live, [field]: value };
          continue;
        }
        if (typed[field] === undefined) begunOn.set(field, live[field]);
        typed = write(live, typed, { [field]: value });
        mine.set(field, value);
      }
      const changed = changedFields(live, typed);
      const overtaken = overtakenFields(live, typed);
      for (const field of changed) {
        expect(valuesOf(live, typed)[field]).toBe(mine.get(field));
        expect(overtaken.includes(field)).toBe(begunOn.get(field) !== live[field]);
      }
      expect(changedFields(live, takeTheirs(live, typed, {}).typed)).toEqual(
        changed.filter((field) => !overtaken.includes(field)),
      );
      const kept = keepMine(live, typed);
      expect(valuesOf(live, kept)).toEqual(valuesOf(live, typed));
      expect(overtakenFields(live, kept)).toEqual([]);
    }),
  );
});
