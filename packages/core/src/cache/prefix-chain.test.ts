import type { Message } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import fc from "fast-check";
import { expect, test } from "vitest";
import { messageChain } from "./prefix-chain.ts";

const text = fc.oneof(
  fc.constantFrom("", "a", "ab", "b", "\n", "\ud800", "\ud801", "😀"),
  fc.string({ unit: "binary" }),
);
const textBlock = text.map((each) => ({ type: "text" as const, text: each }));
const call = fc.record({
  type: fc.constant("tool-call" as const),
  callId: text,
  name: text,
  args: fc.dictionary(fc.constantFrom("x", "y"), text),
});
const result = fc.record({
  type: fc.constant("tool-result" as const),
  callId: text,
  name: text,
  text,
  isError: fc.boolean(),
});
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.array(textBlock, { maxLength: 3 }).map((content) => ({ role: "user" as const, content })),
  fc.array(fc.oneof(textBlock, call), { maxLength: 3 }).map((content) => ({ role: "assistant" as const, content })),
  fc.array(result, { maxLength: 3 }).map((content) => ({ role: "tool" as const, content })),
);
const history = fc.array(message, { maxLength: 4 });

test("two histories have the same name exactly where all before is the same, from memory or read back", () => {
  fc.assert(
    fc.property(history, history, (one, two) => {
      const [a, b] = [messageChain("", one, one.length), messageChain("", two, two.length)];
      for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
        const isSame = canonicalJson(one.slice(0, at + 1)) === canonicalJson(two.slice(0, at + 1));
        expect(a[at] === b[at]).toBe(isSame);
      }
      expect(messageChain("", structuredClone(one), one.length)).toEqual(a);
      if (one.length > 0) expect(messageChain("other", one, one.length)[0]).not.toBe(a[0]);
    }),
    { numRuns: 500 },
  );
});
