import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { givenBrief, givenReview, givenSecondRound } from "../briefs/brief-facts.fixture.ts";
import type { GroupMessageFacts } from "../briefs/brief-facts.ts";
import { renderGroupMessage } from "../briefs/group-message.ts";
import { renderHeartbeat } from "../briefs/heartbeat.ts";
import { renderReviewRequest } from "../briefs/review-request.ts";
import { renderTaskBrief } from "../briefs/task-brief.ts";
import { givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { buildSystemPrompt } from "../sections/build-system-prompt.ts";
import { givenScenario } from "./scenario-text.fixture.ts";

/** All an agent reads at the first call of a turn. A change of wording is reviewed as a diff of these files. */
function prompt(facts: PromptFacts, firstMessage: string): string {
  const [tier1, tier2, tier3] = buildSystemPrompt(facts).blocks;
  return [
    "===== tier 1 =====",
    tier1.text,
    "===== tier 2 =====",
    tier2.text,
    "===== user =====",
    firstMessage,
    "===== tier 3 =====",
    tier3.text,
    "",
  ].join("\n");
}

const ADA = {
  id: "agt_ada",
  name: "Ada",
  position: "manager",
  roleText: "You turn goals into tasks.",
  skills: ["planning"],
} as const;

const GROUP_MESSAGE: GroupMessageFacts = {
  channelName: "#analysis",
  channelKey: "group:team_analysis",
  agentName: "Bo",
  members: [
    { name: "Ada", position: "manager" },
    { name: "Bo", position: "worker" },
    { name: "Kim", position: "person" },
  ],
  authorName: "Kim",
  mentionedNames: ["Bo"],
  replyToAuthor: "Ada",
  text: "@Bo which separator does the sales file use?",
};

test("task, round 1", async () => {
  const facts = givenFacts({ scenario: givenScenario("task_execution") });
  await expect(prompt(facts, renderTaskBrief(givenBrief()))).toMatchFileSnapshot("task-round-1.txt");
});

test("task, round 2 with the reviewer's reason, feedback and a notebook", async () => {
  const facts = givenFacts({
    scenario: givenScenario("task_execution"),
    feedback: [{ author: "Kim", about: "DEMO-6", rating: "2 of 5", text: "The file was hard to open." }],
    notebook: [
      {
        key: "decision: rounding",
        text: "Cents are kept until the last sum.",
        managedBy: "agent",
        updatedAt: new Date("2026-11-29T07:10:00Z"),
      },
      {
        key: "relevant-context",
        text: "Kim asked for cents in the comments.",
        managedBy: "cpp",
        updatedAt: new Date("2026-11-29T09:14:00Z"),
      },
    ],
  });
  await expect(prompt(facts, renderTaskBrief(givenSecondRound()))).toMatchFileSnapshot("task-round-2.txt");
});

test("review", async () => {
  const facts = givenFacts({
    agent: {
      id: "agt_rita",
      name: "Rita",
      position: "worker",
      roleText: "You find what others overlook.",
      skills: ["review"],
      managerName: "Ada",
    },
    scenario: givenScenario("review"),
    sender: { kind: "agent", name: "Bo", role: "worker" },
  });
  await expect(prompt(facts, renderReviewRequest(givenReview()))).toMatchFileSnapshot("review.txt");
});

test("heartbeat of a manager with goals", async () => {
  const facts = givenFacts({
    agent: ADA,
    colleagues: [{ id: "agt_bo", name: "Bo", position: "worker", skills: ["csv", "python"] }],
    scenario: givenScenario("heartbeat", "lightweight"),
    announcements: [{ text: "Models are slow today; nothing is lost." }],
    sender: undefined,
  });
  const beat = renderHeartbeat({
    checklist: "- Look for tasks without a reviewer.",
    lastSummary: "DEMO-3 was assigned to Bo.",
    waitingMail: [{ type: "task_status_update", headline: "DEMO-6 is completed" }],
    stalledTasks: [{ id: "tsk_5", key: "DEMO-5", title: "Report", status: "in_progress", reason: "children finished" }],
    failedTasks: [{ id: "tsk_9", key: "DEMO-9", title: "Import", status: "failed", reason: "retries exhausted" }],
    goals: [
      {
        id: "req_1",
        title: "Fewer returns",
        iteration: 2,
        maxIterations: 10,
        completionCriteria: "Under 2 % a month.",
      },
    ],
    backgroundResults: [{ title: "nightly export", outcome: "exit 0" }],
    isReportDue: true,
  });
  await expect(prompt(facts, beat)).toMatchFileSnapshot("heartbeat.txt");
});

test("chat with a person, with skills and other conversations", async () => {
  const tools = [...givenFacts().tools, { name: "discover_tools", category: "Packages & skills" }];
  const facts = givenFacts({
    tools,
    scenario: givenScenario("chat"),
    project: undefined,
    deliverables: undefined,
    conversations: [{ title: "Holiday plan", with: "Lee", lastAt: new Date("2026-11-27T09:00:00Z") }],
    skills: {
      query: "Can you read this CSV file for me?",
      installed: [
        { name: "slides", category: "office", description: "Makes a deck from an outline." },
        { name: "csv-reading", category: "files", description: "Finds separator and encoding of a CSV file." },
      ],
    },
    activatedSkills: [{ name: "house-style", instructions: "Numbers carry their unit." }],
    sharedDeliverables: [{ type: "link", title: "House style", reference: "https://acme.test/style" }],
    sender: { kind: "person", name: "Kim", role: "owner", isFirstConversation: true },
  });
  await expect(prompt(facts, "Can you read this CSV file for me?")).toMatchFileSnapshot("chat.txt");
});

test("group channel", async () => {
  const at = (time: string): Date => new Date(`2026-11-29T${time}Z`);
  const facts = givenFacts({
    scenario: givenScenario("group_chat"),
    project: undefined,
    channel: {
      name: "#analysis",
      messages: [
        { author: "Ada", at: at("09:10:05"), text: "The sales file is in." },
        { author: "Kim", at: at("09:14:59"), text: "Thanks.\nI will open it." },
      ],
    },
    sender: { kind: "person", name: "Kim", role: "owner" },
  });
  await expect(prompt(facts, renderGroupMessage(GROUP_MESSAGE))).toMatchFileSnapshot("group-channel.txt");
});

fact(
  "M58",
  "a message of a channel carries channel, whom it is for and who is there; the rules are in the prompt",
  () => {
    const message = renderGroupMessage(GROUP_MESSAGE);
    expect(message).toBe(
      [
        "Channel #analysis (group:team_analysis), 3 members. You are Bo.",
        "Mentioned: @Bo.",
        "In reply to Ada.",
        "For you: yes.",
        "Members: @Ada (manager), @Bo (worker), @Kim (person).",
        "",
        "Kim wrote:",
        "@Bo which separator does the sales file use?",
      ].join("\n"),
    );
    const other = renderGroupMessage({ ...GROUP_MESSAGE, mentionedNames: ["Ada"], replyToAuthor: undefined });
    expect(other).toContain("Mentioned: @Ada.\nFor you: no.\n");
    const [, tier2, tier3] = buildSystemPrompt(givenFacts({ scenario: givenScenario("group_chat") })).blocks;
    for (const rule of ["Silence is the rule", "[NO_RESPONSE]", "leave it to them"]) {
      expect(tier2.text).toContain(rule);
      expect(message + tier3.text).not.toContain(rule);
    }
  },
);
