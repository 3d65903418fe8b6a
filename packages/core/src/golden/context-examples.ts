import { type EntryPayload, NO_USAGE, type SessionEntry } from "@cadre/domain";
import type { PromptFacts, StableFacts } from "../prompt-facts.ts";
import { project } from "../projection/project.ts";
import { buildSystemPrompt } from "../sections/build-system-prompt.ts";

/** One situation of the context projection: what is known, what the log holds, and why it is worth a look. */
export type ContextExample = {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly facts: PromptFacts;
  readonly entries: readonly EntryPayload[];
};

const CODING = ["read", "write", "edit", "ls", "git", "bash", "grep", "outline"];
const SUCCESSOR = [
  "edit",
  "read",
  "write",
  "bash",
  "grep",
  "outline",
  "session_graph_attach",
  "session_graph_list",
  "session_graph_read",
  "session_graph_status",
  "session_graph_wait",
];
const PAGING = ["session_tool_result", "session_tool_result_grep"];
const GRAPH = ["dag_plan", "dag_status", "dag_inspect", "dag_wait", "dag_retry", "dag_skip", "dag_cancel", "subagent"];
const LINEAGE = { nodeId: "node-01JEXAMPLE0000000000000000", sourceSessionId: "ses_source" };

function harnessFacts(toolNames: readonly string[], changes: Partial<StableFacts> = {}): PromptFacts {
  return {
    profile: "harness",
    agent: { id: "agt_example", name: "Bo", position: "worker", roleText: "", skills: [] },
    organization: { name: "Acme", timeZone: "UTC" },
    tools: toolNames.map((name) => (PAGING.includes(name) ? { name, category: "Context & search" } : { name })),
    colleagues: [],
    people: [],
    home: "/agents/bo",
    workingDirectory: "/projects/shop",
    scenario: { name: "task_execution", text: "", isLightweight: false },
    announcements: [],
    feedback: [],
    sharedDeliverables: [],
    notebook: [],
    activatedSkills: [],
    conversations: [],
    now: new Date(0),
    ...changes,
  };
}

function said(text: string): EntryPayload {
  return { kind: "user-message", v: 1, content: [{ type: "text", text }] };
}

function replied(text: string): EntryPayload {
  return {
    kind: "assistant-message",
    v: 1,
    content: [{ type: "text", text }],
    model: { provider: "simulated", model: "simulated-worker-1" },
    stopReason: "end",
    usage: NO_USAGE,
    isSimulated: true,
  };
}

function rolled(criticalContext: string): string {
  return ["goal: ", "completed work: ", "key decisions: ", "next steps: ", `critical context: ${criticalContext}`].join(
    "\n",
  );
}

function handedOver(criticalContext: string): EntryPayload {
  return { kind: "collapse-context", v: 2, sourceSessionId: LINEAGE.sourceSessionId, summary: rolled(criticalContext) };
}

const AUTH = handedOver("Explored the auth module; tokens are refreshed on use; next is the login form.");
const GRAPH_FACTS = harnessFacts([...SUCCESSOR, ...PAGING, ...GRAPH], { lineage: LINEAGE });

/** The six situations of the context projection, in the profile that has nothing but its four blocks. */
export const CONTEXT_EXAMPLES: readonly ContextExample[] = [
  {
    file: "context-1-normal",
    title: "A session that was never collapsed",
    about: "Four blocks at most; without a collapse there is no lineage.",
    facts: harnessFacts([...CODING, ...PAGING, ...GRAPH], {
      knowledge: [{ text: "Remember: keep commit messages conventional." }],
    }),
    entries: [said("add a login page")],
  },
  {
    file: "context-2-collapse-child",
    title: "The child of a collapsed session",
    about: "The lineage block has two ids and not a word of the summary. The summary is one message, and the only one.",
    facts: GRAPH_FACTS,
    entries: [AUTH],
  },
  {
    file: "context-3-collapse-into",
    title: "A collapse into a session that was there before",
    about: "What was said before stays where it is; the summary comes after it.",
    facts: GRAPH_FACTS,
    entries: [
      said("start the refactor"),
      replied("Beginning the refactor."),
      handedOver("The old session covered the parser rewrite and its tests."),
    ],
  },
  {
    file: "context-4-collapse-adopt",
    title: "A collapse that adopts running work",
    about: "Runs and subagents have moved to the child. What the model reads is, byte for byte, the second example.",
    facts: GRAPH_FACTS,
    entries: [AUTH],
  },
  {
    file: "context-5-no-lineage",
    title: "Lineage that is known and empty",
    about: "Nothing is known of an origin, so the block is left out; nothing is known by heart, so is the memory.",
    facts: harnessFacts(CODING, { lineage: {} }),
    entries: [said("what does the build script do?")],
  },
  {
    file: "context-6-own-introduction",
    title: "An introduction of its own",
    about: "The first sentence is the session's; the rest of the block is what everybody reads.",
    facts: harnessFacts(CODING, { harnessIntroduction: "You are a database migration specialist." }),
    entries: [said("move the users table to the new schema")],
  },
];

/** What a model is given in this situation: the prompt as text, the messages as JSON. */
export function contextOf({ facts, entries }: ContextExample): { readonly prompt: string; readonly messages: string } {
  const { blocks } = buildSystemPrompt(facts);
  const log = entries.map((payload, at): SessionEntry => {
    return { id: `ent_${at}`, parentId: at === 0 ? null : `ent_${at - 1}`, payload };
  });
  const messages = project(log, { hasResultTool: true });
  return {
    prompt: blocks
      .map(({ text }) => text)
      .filter((text) => text !== "")
      .join("\n\n"),
    messages: JSON.stringify(messages, undefined, 2),
  };
}
