import { projectEndpoints, taskEndpoints } from "@cadre/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openCursor, sealCursor } from "./cursors.ts";

test("what a list gave opens at that list, and nowhere else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (place) => {
      const cursor = sealCursor(taskEndpoints.list, place);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(openCursor(taskEndpoints.list, cursor)).toBe(place);
      expect(() => openCursor(projectEndpoints.list, cursor)).toThrow("not one that this list gave");
    }),
  );
});

test("no other text opens", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => openCursor(taskEndpoints.list, text)).toThrow("not one that this list gave");
    }),
  );
});
