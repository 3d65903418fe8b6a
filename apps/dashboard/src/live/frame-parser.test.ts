import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameParser } from "./frame-parser.ts";

test("frames are read with their id and event, comments are left out", () => {
  const parse = createFrameParser();
  expect(parse(': ping\n\nid: 7\nevent: task.created\ndata: {"a":1}\n\nevent: reset\ndata: \n\nda')).toEqual([
    { id: "7", event: "task.created", text: '{"a":1}' },
    { id: undefined, event: "reset", text: "" },
  ]);
  expect(parse("ta: one\r\ndata:two\r\n\r\n")).toEqual([{ id: undefined, event: "message", text: "one\ntwo" }]);
});

test("however a stream is cut into pieces, the same frames come out", () => {
  const stream = "id: 1\nevent: a\ndata: x: y\n\n: ping\n\nid: 2\nevent: b\ndata: ü😀\n\n";
  const whole = createFrameParser()(stream);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const parse = createFrameParser();
      const at = [0, ...cuts.sort((one, other) => one - other), stream.length];
      const frames = at.slice(1).flatMap((end, index) => parse(stream.slice(at[index], end)));
      expect(frames).toEqual(whole);
    }),
  );
});
