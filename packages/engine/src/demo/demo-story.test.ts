import { expect, test } from "vitest";
import { demoCommands, demoStory } from "./demo-story.ts";

const FILE = "/somewhere else/$&/orders.csv";

test("every command that is shown stands in the story as it will run, with the place of the data", () => {
  const story = demoStory(FILE);
  const commands = demoCommands(FILE);
  expect(story).not.toContain("{{");
  expect(story).toContain(`The orders are in \`${FILE}\``);
  expect(commands[0]).toBe(`awk -F, -f revenue.awk ${FILE} | sort > totals.csv`);
  const isShown = (command: string): boolean =>
    story.includes(`\`${command}\``) || story.includes(JSON.stringify(command));
  expect(commands.filter((command) => !isShown(command))).toEqual([]);
  expect(new Set(commands).size).toBe(commands.length);
});
