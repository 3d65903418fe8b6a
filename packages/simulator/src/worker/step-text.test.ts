import { cpuMs } from "@cadre/testkit";
import { expect, test } from "vitest";
import { takeFencesOut } from "./fenced-text.ts";
import { parseSteps, stepLabel } from "./step-text.ts";
import { readTaskText } from "./task-text.ts";

function stepsOf(text: string): unknown[] {
  const fenced = takeFencesOut(text);
  return parseSteps(fenced.text, fenced.fences).map(({ step }) =>
    step.kind === "run"
      ? ["run", step.command, ...(step.check === undefined ? [] : [step.check])]
      : Object.values(step),
  );
}

const F = "```";

test.each([
  [
    "Create `out/hello.txt` with hello from Cadre, run `wc -c out/hello.txt`",
    [
      ["write", "out/hello.txt", "hello from Cadre\n"],
      ["run", "wc -c out/hello.txt"],
    ],
  ],
  [
    'create out/hello.txt with "Hi, you. Run it!", then run wc -c out/hello.txt',
    [
      ["write", "out/hello.txt", "Hi, you. Run it!\n"],
      ["run", "wc -c out/hello.txt"],
    ],
  ],
  ["Create a file notes.md containing the text `a b`.", [["write", "notes.md", "a b\n"]]],
  ["Write “naïve” to the file `a.txt`.", [["write", "a.txt", "naïve\n"]]],
  ["create a new file called b.txt with the following content: one two", [["write", "b.txt", "one two\n"]]],
  ["create c.txt with version 1.2 of it. Then stop.", [["write", "c.txt", "version 1.2 of it\n"]]],
  ["create c.txt with the quick brown fox", [["write", "c.txt", "the quick brown fox\n"]]],
  [
    `Create file \`a.js\` with content:\n${F}js\nrun("\`x\`");\n\n// two\n${F}\nThen run \`node a.js\`.`,
    [
      ["write", "a.js", 'run("`x`");\n\n// two\n'],
      ["run", "node a.js"],
    ],
  ],
  [`Create \`a.txt\`:\n\n  ${F}\n  one\n    two\n  ${F}`, [["write", "a.txt", "one\n  two\n"]]],
  [
    "Run `a --x`, `b --y` and `wc`. Look at `out/x.txt`.",
    [
      ["run", "a --x"],
      ["run", "b --y"],
      ["run", "wc"],
    ],
  ],
  ["run `node a.js` and `out/x.txt` is there", [["run", "node a.js"]]],
  [
    "Run these commands:\n- `mkdir -p out`\n- `touch out/a`",
    [
      ["run", "mkdir -p out"],
      ["run", "touch out/a"],
    ],
  ],
  [`Run this:\n${F}sh\nset -e\necho a\n${F}`, [["run", "set -e\necho a"]]],
  ["run `echo a >> log` (check with `grep -q a log`)", [["run", "echo a >> log", "grep -q a log"]]],
  ["run echo salt and pepper", [["run", "echo salt"]]],
  ["Replace `a()` with `b()` in `src/x.js`.", [["edit", "src/x.js", "a()", "b()"]]],
  ["in `src/x.js`, change `1` to `2`", [["edit", "src/x.js", "1", "2"]]],
  ["Read `data/sales.csv` first.", [["read", "data/sales.csv"]]],
  [
    "Ask the owner for approval to publish the report. Tell the user: it is published.",
    [
      ["approve", "publish the report"],
      ["notify", "it is published"],
    ],
  ],
  ["Do not run `rm -rf /`. Never run `x y`. If you run `z z`, stop. Don't create a.txt with b.", []],
  ["Design a new logo and make it pop.", []],
  ["Please run the tests and create something nice with colours.", []],
])("steps of %j", (text, steps) => {
  expect(stepsOf(text)).toEqual(steps);
});

test("a description falls into steps, criteria, deliverables and what to do when sent back", () => {
  const text = readTaskText(`Sum up the sales.

- [x] create \`done.txt\` with done
- [ ] create \`a.txt\` with a
- [ ] run \`cat a.txt\`

Acceptance criteria:
- run \`cat a.txt\`
- run \`test -s a.txt\`
- It reads well.

**Deliverables**: \`a.txt\`, out/b.json

## When sent back

${F}
Replace \`a\` with \`b\` in \`a.txt\`, then run \`cat a.txt\`.
${F}

## Background

Create \`never.txt\`? No.`);
  expect(text.steps.map(stepLabel)).toEqual(["write a.txt", "run cat a.txt"]);
  expect(text.acceptance.map(stepLabel)).toEqual(["run test -s a.txt"]);
  expect(text.unchecked).toEqual(["It reads well."]);
  expect(text.deliverables).toEqual(["a.txt", "out/b.json"]);
  expect(text.revision.map(stepLabel)).toEqual(["edit a.txt", "run cat a.txt"]);
  expect(text.misunderstood).toEqual([]);
});

test.each([
  ["On revision:\nreplace `a` with `b` in `f.txt`\n\nthen run `cat f.txt`", ["edit f.txt", "run cat f.txt"]],
  ["If sent back: run `a b`\nRead `c.txt`.", ["run a b"]],
  ["**When it is sent back**\n- run `a b`", ["run a b"]],
  ["In round 2: run `a b`", ["run a b"]],
])("a revision section may be written as %j", (section, steps) => {
  const text = readTaskText(`Create f.txt with a\n\n${section}`);
  expect(text.steps[0]).toMatchObject({ kind: "write", path: "f.txt" });
  expect(text.revision.map(stepLabel)).toEqual(steps);
});

test("an open item of a checklist that is no step is named", () => {
  expect(readTaskText("- [ ] create a.txt with a\n- [ ] make it beautiful").misunderstood).toEqual([
    "make it beautiful",
  ]);
});

test.each([
  ["white space", `run \`a\`${" ".repeat(50_000)}x${"\n".repeat(50_000)}`],
  ["conjunctions", `create a.b with x${" and then".repeat(10_000)} ${"the ".repeat(10_000)}`],
  ["open marks", "run `".repeat(10_000) + "replace 'x' with '".repeat(5_000) + "```\n".repeat(5_000)],
  ["paths", `create ${"x/".repeat(50_000)} write a ${"a.".repeat(20_000)}`],
])("reading stays fast on a long text of %s", (_name, text) => {
  expect(cpuMs(() => readTaskText(text))).toBeLessThan(2_000);
});
