import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatements } from "./statements.ts";

test("what is open stays until the same thing has ended; what sounds alike stays", () => {
  const { open, settled } = readStatements([
    "To-do DEMO-17: write docs. To-do DEMO-17: add tests. The migration is pending.",
    "- [ ] Rotate the key\nWe must still write to Bo.",
    "DEMO-17 docs done. I will write the report because Ada asked. Wrote the report: done.",
    "- [x] Rotate the key\nThe migration is not finished. The review is finished.",
  ]);
  expect(open).toEqual([
    "To-do DEMO-17: add tests.",
    "The migration is pending.",
    "We must still write to Bo.",
    "The migration is not finished.",
  ]);
  expect(settled).toEqual([
    "DEMO-17 docs done.",
    "I will write the report because Ada asked.",
    "Wrote the report: done.",
    "- [x] Rotate the key",
    "The review is finished.",
  ]);
});

test("the end of one thing is not the end of another that is only called otherwise", () => {
  const { open } = readStatements([
    "We must still rotate the key of order-101. We must still rotate the key of shipped-202.",
    "Done: rotate the key of order-101.",
  ]);
  expect(open).toEqual(["We must still rotate the key of shipped-202."]);
});

test("opened again after its end, a thing is open", () => {
  const { open } = readStatements(["The import is pending.", "The import is done.", "The import is pending."]);
  expect(open).toEqual(["The import is pending."]);
});

test("reading what was read adds nothing", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("A must go.", "B is pending.", "A is done.", "We decided C.", "B is fixed.", "Hm.")),
      (texts) => {
        const once = readStatements(texts);
        expect(readStatements([...once.open, ...once.settled]).settled).toEqual(once.settled);
        expect(readStatements(texts)).toEqual(once);
      },
    ),
  );
});
