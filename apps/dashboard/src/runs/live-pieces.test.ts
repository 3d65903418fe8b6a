import { expect, test } from "vitest";
import { type LiveText, withPiece } from "./live-pieces.ts";

const piece = { fence: 1, step: 2, seq: 0, kind: "text", text: "Hel" };

function written(...pieces: readonly (typeof piece)[]): LiveText | undefined {
  return pieces.reduce<LiveText | undefined>(withPiece, undefined);
}

test("pieces of one step are put together by their kind", () => {
  const live = written(
    piece,
    { ...piece, seq: 1, text: "lo" },
    { ...piece, seq: 2, kind: "thinking", text: "Hm" },
    { ...piece, kind: "output", text: "$ ls" },
  );
  expect(live).toEqual({ fence: 1, step: 2, text: "Hello", thinking: "Hm", output: "$ ls" });
});

test("the next step and the next attempt begin anew; what is older is told too late", () => {
  expect(written(piece, { ...piece, step: 3, text: "Next" })?.text).toBe("Next");
  expect(written(piece, { ...piece, fence: 2, step: 1, text: "Again" })).toMatchObject({
    fence: 2,
    step: 1,
    text: "Again",
  });
  expect(written({ ...piece, fence: 2 }, { ...piece, step: 9, text: "stale" })?.text).toBe("Hel");
  expect(written({ ...piece, step: 3 }, { ...piece, text: "late" })?.text).toBe("Hel");
});
