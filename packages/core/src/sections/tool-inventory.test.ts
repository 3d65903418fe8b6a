import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect } from "vitest";
import { givenFacts } from "../prompt-facts.fixture.ts";
import { categoryOf } from "./tool-category.ts";
import { toolInventory } from "./tool-inventory.section.ts";

const inventory = (tools: readonly { readonly name: string; readonly category?: string }[]): string =>
  toolInventory.render(givenFacts({ tools }));

fact("TW-46", "a tool without a category and with an unknown name stands under Other, last", () => {
  expect(inventory([{ name: "foo" }, { name: "bash" }])).toBe("- Execution: bash\n- Other: foo");
});

fact("TW-47", "the order of registration does not change a byte, and a name stands once", () => {
  const tools = ["write", "bash", "foo", "grep", "read", "web_fetch", "session_graph_read", "dag_plan"];
  fc.assert(
    fc.property(fc.shuffledSubarray(tools, { minLength: tools.length }), (order) => {
      const text = inventory([...order, "read"].map((name) => ({ name })));
      expect(text).toBe(
        [
          "- Files: read, write",
          "- Execution: bash",
          "- Context & search: grep",
          "- Web: web_fetch",
          "- Session graph: session_graph_read",
          "- Orchestration & planning: dag_plan",
          "- Other: foo",
        ].join("\n"),
      );
    }),
  );
});

fact("TW-48", "without tools it says so", () => {
  expect(inventory([])).toBe("no tools registered");
});

fact("TW-49", "every row of the category table holds, and what a tool says of itself comes first", () => {
  const rows: Readonly<Record<string, string>> = {
    dag_wait: "Orchestration & planning",
    subagent: "Orchestration & planning",
    agent_profile_list: "Orchestration & planning",
    todo_write: "Orchestration & planning",
    ask_user: "Orchestration & planning",
    session_graph_read: "Session graph",
    memory_search: "Context & search",
    enhanced_grep: "Context & search",
    outline: "Context & search",
    read_output: "Context & search",
    find_file_by_name: "Context & search",
    crg__query: "Context & search",
    edit: "Files",
    git: "Files",
    web_search: "Web",
    kill_shell: "Execution",
    write_to_process: "Execution",
    new_cron_job: "Automation & skills",
    list_triggers: "Automation & skills",
    skill_builder: "Automation & skills",
    install_skill: "Automation & skills",
    remove_skill: "Automation & skills",
    set_skill_state: "Automation & skills",
    memory: "Other",
  };
  for (const [name, category] of Object.entries(rows)) expect([name, categoryOf({ name })]).toEqual([name, category]);
  expect(categoryOf({ name: "memory_save", category: "Memory & notebook" })).toBe("Memory & notebook");
  expect(categoryOf({ name: "bash", category: "Nonsense" })).toBe("Execution");
});
