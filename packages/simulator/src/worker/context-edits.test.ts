import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taskBrief } from "./briefs.fixture.ts";
import { converse, user } from "./conversation.fixture.ts";
import { Office } from "./office.fixture.ts";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";

let simulator: ProviderSimulator;
let office: Office;
beforeAll(() => {
  simulator = createProviderSimulator({ now: () => new Date(0), pace: 0 });
  office = new Office();
});
afterAll(async () => {
  office.close();
  await simulator.close();
});

test("a manager looks up its colleagues once, however often what stands around its transcript is edited", async () => {
  const client = new Anthropic({ apiKey: "sim", baseURL: await simulator.listen(), maxRetries: 0 });
  const parts = ["One", "Two", "Three"].map(
    (title) => `- **${title}** (assignee role: worker): Create \`${title}.md\` with "x".`,
  );
  const messages = [user(taskBrief(`Make notes.\n\n${parts.join("\n")}\n\nWhen all parts are finished, run \`ls\`.`))];
  for (let edit = 0; edit < 50; edit += 1) {
    const words = `We make engines, edition ${edit}. ${"More of it. ".repeat(edit * 40)}`;
    const setting = {
      client,
      office,
      system: `Position: manager\n\n${words}`,
      situation: `The context was changed: ${words}`,
    };
    await converse({ ...setting, maxReplies: 1 }, messages);
    if (messages.at(-1)?.role === "assistant") messages.push(user("[SYSTEM REMINDER] Go on."));
  }
  expect(office.calls.filter((name) => name === "agent_list_colleagues")).toHaveLength(1);
  expect(office.created).toHaveLength(3);
});
