import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { circleThrough, type WaitsFor } from "./task-dependencies.ts";

const edge = (taskId: string, forId: string): WaitsFor => ({ taskId, forId });

fact("M66", "an edge that closes a circle is found, with the shortest way round", () => {
  const edges = [edge("b", "c"), edge("c", "d"), edge("d", "a"), edge("b", "x"), edge("x", "y"), edge("c", "a")];
  expect(circleThrough(edge("a", "b"), edges)).toEqual(["b", "c"]);
  expect(circleThrough(edge("a", "x"), edges)).toBeUndefined();
  expect(circleThrough(edge("a", "a"), [])).toEqual(["a"]);
});

test("edges added only when they close no circle never make one", () => {
  const node = fc.integer({ min: 0, max: 7 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 40 }), (wanted) => {
      const edges: WaitsFor[] = [];
      for (const [taskId, forId] of wanted) {
        if (circleThrough({ taskId, forId }, edges) === undefined) edges.push({ taskId, forId });
      }
      expect(hasCircle(edges)).toBe(false);
    }),
  );
});

/** By taking away what waits for nobody, again and again: what is left waits in a circle. */
function hasCircle(edges: readonly WaitsFor[]): boolean {
  const left = edges.filter(({ forId }) => edges.some(({ taskId }) => taskId === forId));
  return left.length === edges.length ? left.length > 0 : hasCircle(left);
}
