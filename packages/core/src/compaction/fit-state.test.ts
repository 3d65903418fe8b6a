import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_STATE, STATE_LISTS } from "./compaction-state.ts";
import { fitState } from "./fit-state.ts";
import { lineOf } from "./render-compaction.ts";

const count = (text: string): number => text.length;

test("each list keeps its newest items, all lists together within the room, which one list alone may fill", () => {
  const list = fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 30 });
  const state = fc.record(Object.fromEntries(STATE_LISTS.map((name) => [name, list])));
  fc.assert(
    fc.property(state, fc.nat(3_000), (lists, room) => {
      const fitted = fitState({ ...EMPTY_STATE, ...lists }, room, count);
      let used = 0;
      for (const name of STATE_LISTS) {
        const all = lists[name] ?? [];
        expect(fitted[name]).toEqual(all.slice(all.length - fitted[name].length));
        for (const item of fitted[name]) used += count(`${lineOf(name, item)}\n`);
      }
      expect(used).toBeLessThanOrEqual(room);
    }),
  );
  const urls = Array.from({ length: 20 }, (_, at) => `https://x.example/${at + 10}`);
  expect(fitState({ ...EMPTY_STATE, urls }, 20 * 21, count).urls).toEqual(urls);
});
