import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { givenFacts } from "../prompt-facts.fixture.ts";
import type { SkillFacts } from "../situation-facts.ts";
import { buildSystemPrompt } from "./build-system-prompt.ts";
import { relevantSkills } from "./relevant-skills.ts";

function skill(name: string, description = `About ${name}.`, category = "general"): SkillFacts {
  return { name, category, description };
}

function shown(
  query: string,
  installed: readonly SkillFacts[],
): { readonly lines: readonly string[]; readonly text: string } {
  const [one, two, three] = buildSystemPrompt(givenFacts({ skills: { query, installed } })).blocks;
  expect(one.text + two.text).not.toContain("Available skills");
  return { lines: three.text.split("\n").filter((line) => line.startsWith("- **")), text: three.text };
}

const MANY = Array.from({ length: 45 }, (_, at) => skill(`skill-${String(at).padStart(2, "0")}`));

fact("M47", "of 45 skills 30 are shown in tier 3, one line each, those that fit first, and the rest is counted", () => {
  const { lines, text } = shown("please check number 41", [
    ...MANY,
    skill("csv-reading", "Reads\nCSV files.", "files"),
  ]);
  expect(lines).toHaveLength(30);
  expect(lines[0]).toBe("- **skill-41** [general]: About skill-41.");
  expect(text).toContain("… and 16 more.");
  expect(shown("which csv files?", [...MANY, skill("csv-reading", "Reads\nCSV files.", "files")]).lines[0]).toBe(
    "- **csv-reading** [files]: Reads CSV files.",
  );
});

test("a name tells more than a category, a category more than a description; without a query it is the alphabet", () => {
  const skills = [skill("b", "About invoices."), skill("a", "x", "invoices"), skill("invoices", "x"), skill("c", "x")];
  expect(relevantSkills(skills, "Sort the INVOICES", 9).map(({ name }) => name)).toEqual(["invoices", "a", "b", "c"]);
  expect(relevantSkills(skills, "", 9).map(({ name }) => name)).toEqual(["a", "b", "c", "invoices"]);
});

test("a word that many skills have says little", () => {
  const idle = ["a", "b", "c", "d"].map((name) => skill(name, "Looks at the work of a team and tells what it means."));
  const skills = [...idle, skill("z", "Pays invoices.")];
  expect(
    relevantSkills(skills, "look at the work of the team: who pays the invoices?", 1).map(({ name }) => name),
  ).toEqual(["z"]);
});

test("a query in a script without spaces finds its skill", () => {
  const skills = [skill("slides", "制作幻灯片"), skill("tables", "整理销售表格")];
  expect(relevantSkills(skills, "请帮我整理表格", 1).map(({ name }) => name)).toEqual(["tables"]);
});

test("at most so many, none invented, and the order they come in does not matter", () => {
  const any = fc.record({ name: fc.string(), category: fc.string(), description: fc.string() });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 50 }), fc.string(), (skills, query) => {
      const found = relevantSkills(skills, query, 30);
      expect(found).toHaveLength(Math.min(30, skills.length));
      expect(relevantSkills(skills.toReversed(), query, 30)).toEqual(found);
      expect(found.every((each) => skills.includes(each))).toBe(true);
    }),
  );
});
