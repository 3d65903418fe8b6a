import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createReadFloor } from "./read-floor.ts";

test("the oldest answer says where a line begins; what names no position says nothing", () => {
  const floor = createReadFloor();
  expect(floor.position()).toBeUndefined();
  for (const position of [null, "", "later", "7", "5", "9"]) floor.noteRequest()(position);
  expect(floor.position()).toBe("5");
  floor.forget();
  expect(floor.position()).toBeUndefined();
});

test("an answer that was asked for before the line and read before its beginning is told", () => {
  const floor = createReadFloor();
  const onTheWay = [floor.noteRequest(), floor.noteRequest()];
  floor.noteRequest()("7");
  const onOlderAnswer = vi.fn<() => void>();
  const end = floor.beginLine(floor.position(), onOlderAnswer);
  const askedLater = floor.noteRequest();
  askedLater("6");
  onTheWay[0]?.("7");
  expect(onOlderAnswer).not.toHaveBeenCalled();
  onTheWay[1]?.("6");
  expect(onOlderAnswer).toHaveBeenCalledOnce();
  const late = floor.noteRequest();
  end();
  late("1");
  expect(onOlderAnswer).toHaveBeenCalledOnce();
});

test("whatever the order of answers, none that was asked for in time is read before the line, or it is told", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1 }), fc.nat(), (positions, cut) => {
      const floor = createReadFloor();
      const answers = positions.map((position) => ({ position, note: floor.noteRequest() }));
      const inTime = answers.slice(0, 1 + (cut % answers.length));
      for (const { position, note } of inTime) note(String(position));
      let told = false;
      const from = Number(floor.position());
      floor.beginLine(floor.position(), () => (told = true));
      expect(inTime.every(({ position }) => position >= from)).toBe(true);
      const late = answers.slice(inTime.length);
      for (const { position, note } of late) note(String(position));
      expect(told).toBe(late.some(({ position }) => position < from));
    }),
  );
});
