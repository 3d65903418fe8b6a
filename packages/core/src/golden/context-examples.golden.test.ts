import { textOf } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { project } from "../projection/project.ts";
import { givenEntries } from "../session-entries.fixture.ts";
import { CONTEXT_EXAMPLES, type ContextExample, contextOf } from "./context-examples.ts";

function example(at: number): ContextExample {
  const found = CONTEXT_EXAMPLES[at - 1];
  if (found === undefined) throw new Error(`There is no example ${at}.`);
  return found;
}

function promptOf(at: number): string {
  return contextOf(example(at)).prompt;
}

for (const each of CONTEXT_EXAMPLES) {
  test(each.title, async () => {
    const { prompt, messages } = contextOf(each);
    const shown = ["===== system =====", prompt, "===== messages =====", messages, ""].join("\n");
    await expect(shown).toMatchFileSnapshot(`${each.file}.txt`);
  });
}

test("the profile has the four blocks in their order and nothing else", () => {
  const tags = (at: number): readonly string[] => promptOf(at).match(/^<\/?(?!memory|\/memory)\w+>$/gm) ?? [];
  const three = ["<harness>", "</harness>", "<tools>", "</tools>", "<environment>", "</environment>"];
  expect(tags(1)).toEqual([...three]);
  expect(tags(2)).toEqual([...three, "<lineage>", "</lineage>"]);
  expect(promptOf(1)).toContain(
    "<environment>\nCurrent working directory: /projects/shop\n\n<memory>\nRemember: keep commit messages conventional.\n</memory>\n</environment>",
  );
  for (const at of [1, 2, 3, 4, 5, 6]) {
    expect(promptOf(at)).not.toMatch(/<situation>|Now: |## Who you are|## Policies|Your home folder/);
  }
});

fact(["TW-36", "TW-37"], "a child has its ids in the lineage, and its summary in one message and nowhere else", () => {
  const { prompt } = contextOf(example(2));
  expect(prompt).toContain("node id: node-01JEXAMPLE0000000000000000\nsource session id: ses_source");
  const messages = project(givenEntries(example(2).entries), { hasResultTool: true }).map(textOf);
  expect(messages.filter((text) => text.includes("tokens are refreshed on use"))).toHaveLength(1);
  expect(messages[0]).toMatch(/^\[Previous session compact summary\]\ngoal: \n/);
  for (const word of ["auth module", "refreshed", "login form"]) expect(prompt).not.toContain(word);
});

test("collapsed into a session, the summary comes after what was there; adopting changes nothing that is read", () => {
  const into = project(givenEntries(example(3).entries), { hasResultTool: true }).map(textOf);
  expect(into.map((text) => text.split("\n")[0])).toEqual([
    "start the refactor",
    "Beginning the refactor.",
    "[Previous session compact summary]",
  ]);
  expect(contextOf(example(4))).toEqual(contextOf(example(2)));
  expect(promptOf(3)).toBe(promptOf(2));
});

fact("TW-39", "lineage without an id leaves the block out", () => {
  expect(promptOf(5)).not.toMatch(/lineage/);
});

fact("TW-41", "session, collapse, exploration and orchestration stand in this order before the rules", () => {
  const places = ["Session model:", "Collapse:", "Exploration:", "Graphs and subagents:", "Rules:"].map((part) =>
    promptOf(2).indexOf(part),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(promptOf(6)).not.toMatch(/Collapse:|Graphs and subagents:/);
});

fact("TW-42", "a session's own introduction is the first sentence, the rest of the harness keeps its bytes", () => {
  const rest = (at: number): string => promptOf(at).split("\n").slice(2).join("\n");
  expect(promptOf(6)).toMatch(/^<harness>\nYou are a database migration specialist\.\n/);
  expect(rest(6)).toBe(rest(5));
  expect(promptOf(6)).not.toContain("a member of a team");
});
