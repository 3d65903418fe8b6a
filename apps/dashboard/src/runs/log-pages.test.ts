import fc from "fast-check";
import { expect, test } from "vitest";
import { pagesAround } from "./log-pages.ts";

test("whatever is drawn stands on a page that is read, and little else is read", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(), fc.nat(60), (places, at, drawn) => {
      const first = at % places;
      const last = Math.min(first + drawn, places - 1);
      const pages = pagesAround({ first, last }, places, 100);
      for (const index of [first, last]) expect(pages).toContain(Math.floor(index / 100));
      expect(pages.length).toBeLessThanOrEqual(2);
      expect(Math.max(...pages)).toBeLessThanOrEqual(Math.floor((places - 1) / 100));
    }),
  );
});

test("a run that wrote nothing needs no page", () => {
  expect(pagesAround({ first: 0, last: 30 }, 0, 100)).toEqual([]);
});
