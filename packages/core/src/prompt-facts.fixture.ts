import type { PromptFacts } from "./prompt-facts.ts";
import type { BoardTaskFacts, TaskBoardFacts } from "./situation-facts.ts";

/** Facts of a worker in a small organization; tests change what they are about. */
export function givenFacts(changes: Partial<PromptFacts> = {}): PromptFacts {
  return {
    agent: {
      id: "agt_bo",
      name: "Bo",
      position: "worker",
      roleText: "You turn raw data into numbers that can be trusted.",
      skills: ["csv", "python"],
      managerName: "Ada",
    },
    organization: {
      name: "Acme",
      timeZone: "Europe/Berlin",
      context: "Acme sells bicycles.",
      policies: "- Customer data never leaves the workspace.",
    },
    tools: [
      { name: "file_read", category: "Files" },
      { name: "file_write", category: "Files" },
      { name: "shell_execute", category: "Execution" },
      { name: "task_submit_review", category: "Tasks" },
      { name: "task_update", category: "Tasks" },
      { name: "request_user_approval", category: "Team & messaging" },
    ],
    team: { name: "Analysis", announcements: "Quarter ends on Friday.", norms: "Numbers carry their unit." },
    colleagues: [{ id: "agt_ada", name: "Ada", position: "manager", skills: ["planning"] }],
    people: [{ id: "per_kim", name: "Kim", role: "owner", profile: "Wants the result first." }],
    home: "/data/agents/bo",
    trustLevel: "standard",
    environment: { os: "Linux", shell: "bash", runtimes: ["node 24"], sandbox: "bubblewrap", network: "off" },
    knowledge: [{ text: "The sales CSV uses semicolons." }],
    scenario: { name: "task_execution", text: "## Task execution\nScenario text.", isLightweight: false },
    project: {
      id: "prj_demo",
      name: "Demo",
      description: "Quarterly numbers.",
      repositories: [{ name: "reports", location: "/repos/reports", defaultBranch: "main" }],
      rules: ["Never push to main."],
      taskWorkspace: "/data/tasks/demo-7",
    },
    deliverables: [{ type: "file", title: "Cleaned sales", reference: "out/clean.csv", summary: "1,204 rows." }],
    announcements: [],
    feedback: [],
    sharedDeliverables: [],
    notebook: [],
    activatedSkills: [],
    conversations: [],
    taskBoard: givenBoard(1, 1),
    teamStatus: [{ name: "Ada", status: "working on DEMO-3" }],
    mailbox: {
      focus: { type: "task_status_update", headline: "Work on DEMO-7", since: new Date("2026-11-29T09:01:00Z") },
      queuedTotal: 1,
      queued: [{ type: "review_request", headline: 'Review "Clean the data"', priority: 1 }],
      decisions: [{ kind: "pick", reason: "The task is next." }],
    },
    sender: { kind: "agent", name: "Ada", role: "manager" },
    now: new Date("2026-11-29T09:15:42Z"),
    ...changes,
  };
}

export function givenBoard(mine: number, team: number, closedTotal = 0): TaskBoardFacts {
  return {
    mine: Array.from({ length: mine }, (_, at) => givenBoardTask(at)),
    mineTotal: mine,
    team: Array.from({ length: team }, (_, at) => ({ ...givenBoardTask(100 + at), assigneeName: "Cy" })),
    teamTotal: team,
    closedTotal,
  };
}

function givenBoardTask(at: number): BoardTaskFacts {
  return {
    id: `tsk_${at}`,
    key: `DEMO-${at}`,
    title: `Task ${at}`,
    status: "in_progress",
    priority: at % 4 === 3 ? "critical" : "medium",
    description: `About ${at}. ${"It matters to the report. ".repeat(20)}`,
  };
}
