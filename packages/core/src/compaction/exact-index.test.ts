import fc from "fast-check";
import { cpuMs } from "@cadre/testkit";
import { expect, test } from "vitest";
import { indexOf, joined } from "./exact-index.ts";

test("paths, files, ids, tickets, hashes, numbers and addresses are found letter by letter", () => {
  const index = indexOf([
    {
      text: [
        "Changed packages/core/src/budget/budget.ts:12:5 and ./README.md, see C:\\Temp\\out.log.",
        "Also `Dockerfile.prod.yml`, /etc/hosts and docs/日本.md; and/or nothing.",
        "Task tsk_81f2 (DEMO-17), commit 3f9ac21, order 4502117, PR #42, run req-8f3a2b, v1.4.2.",
        "6f1d2c3b-0a4e-4c77-9d2e-1f2a3b4c5d6e https://example.com/a/b?c=1&d=(2). (http://127.0.0.1:4600/setup)",
      ].join("\n"),
    },
  ]);
  expect(index.paths).toEqual([
    "packages/core/src/budget/budget.ts:12:5",
    "./README.md",
    "C:\\Temp\\out.log",
    "Dockerfile.prod.yml",
    "/etc/hosts",
    "docs/日本.md",
  ]);
  expect(index.ids).toEqual([
    "tsk_81f2",
    "DEMO-17",
    "3f9ac21",
    "4502117",
    "#42",
    "req-8f3a2b",
    "v1.4.2",
    "6f1d2c3b-0a4e-4c77-9d2e-1f2a3b4c5d6e",
  ]);
  expect(index.urls).toEqual(["https://example.com/a/b?c=1&d=(2", "http://127.0.0.1:4600/setup"]);
});

test("error lines are kept word for word; a failed call without one gives its first line", () => {
  expect(
    indexOf([
      { text: "ok\n  TypeError: x is not a function\n    at run (a.ts:1:2)\nnpm ERR! code ENOENT\nall fine" },
      { text: "No such user.\nTry again.", isError: true },
      { text: "nothing to see" },
    ]).errors,
  ).toEqual(["TypeError: x is not a function", "npm ERR! code ENOENT", "No such user."]);
});

test("prose has nothing exact in it", () => {
  const { paths, ids, urls, errors } = indexOf([
    { text: "We met at noon, i.e. late; it was fine. Use file_read or grep." },
  ]);
  expect([paths, ids, urls, errors]).toEqual([[], [], [], []]);
});

test("the newest mention of a thing stands last, once", () => {
  expect(joined(["a", "b"], ["c", "a"])).toEqual(["b", "c", "a"]);
  expect(indexOf([{ text: "a/b.ts c/d.ts a/b.ts" }]).paths).toEqual(["c/d.ts", "a/b.ts"]);
});

test("a megabyte of anything is read in a moment", () => {
  const tookMs = cpuMs(() => {
    for (const piece of ["a", "a1", "/a", "error ", "http://a)", ")", "a.", "-1", "\\"]) {
      indexOf([{ text: piece.repeat(Math.floor(1_000_000 / piece.length)), isError: true }]);
    }
  });
  expect(tookMs).toBeLessThan(6_000);
});

test("any text: what is found stands in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const { paths, ids, urls, errors } = indexOf([{ text }]);
      for (const found of [...paths, ...ids, ...urls, ...errors]) expect(text).toContain(found);
    }),
  );
});
