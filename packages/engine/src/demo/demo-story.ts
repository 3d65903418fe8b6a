import { readFileSync } from "node:fs";

function readText(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), "utf8").trim();
}

/** The data of the bundled project. */
export const ORDERS_CSV = `${readText("orders.csv")}\n`;

/** The bundled team: who works in the story. */
export const DEMO_TEAM = {
  name: "Demo team",
  manager: { name: "Manager", roleText: readText("manager-role.md") },
  analyst: { name: "Analyst", roleText: readText("analyst-role.md") },
  reviewer: { name: "Reviewer", roleText: readText("reviewer-role.md") },
} as const;

export const DEMO_TITLE = "Report the revenue of the first quarter";

const ORDERS = "{{orders}}";

/** The text with the names of the team in it; only the place of the data differs from one organization to another. */
const STORY = readText("story.md")
  .replaceAll("{{analyst}}", DEMO_TEAM.analyst.name)
  .replaceAll("{{reviewer}}", DEMO_TEAM.reviewer.name);

const STORY_PARTS = STORY.split(ORDERS);
const COMMANDS = commandsOf(STORY).map((command) => command.split(ORDERS));

/** The story's description, with the place of the data. */
export function demoStory(ordersFile: string): string {
  return STORY_PARTS.join(ordersFile);
}

/**
 * Every shell command that the story runs, in the order of the text, checks included: what a person sees and approves before it
 * starts where no sandbox confines commands.
 */
export function demoCommands(ordersFile: string): readonly string[] {
  return COMMANDS.map((parts) => parts.join(ordersFile));
}

function commandsOf(story: string): readonly string[] {
  const commands: string[] = [];
  for (const match of story.matchAll(/(?:\brun|\bcheck with) `([^`]+)`/g))
    if (match[1] !== undefined) commands.push(match[1]);
  for (const match of story.matchAll(/"command": ("(?:[^"\\]|\\.)*")/g)) {
    if (match[1] !== undefined) commands.push(JSON.parse(match[1]) as string);
  }
  if (commands.length === 0) throw new Error("The bundled story is damaged: it has no commands.");
  return [...new Set(commands)];
}
