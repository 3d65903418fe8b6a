import { expect, test } from "vitest";
import { givenBrief, givenReview, givenSecondRound } from "./briefs/brief-facts.fixture.ts";
import { renderHeartbeat } from "./briefs/heartbeat.ts";
import { renderReviewRequest } from "./briefs/review-request.ts";
import { renderTaskBrief } from "./briefs/task-brief.ts";
import { buildBundle } from "./build-bundle.ts";
import { givenFacts } from "./prompt-facts.fixture.ts";
import type { PromptFacts } from "./prompt-facts.ts";
import { givenEntries, said } from "./session-entries.fixture.ts";

/** All an agent reads at the first call of a turn. A change of wording is reviewed as a diff of these files. */
function prompt(facts: PromptFacts, firstMessage: string): string {
  const bundle = buildBundle(facts, givenEntries([said(firstMessage, { isPinned: true })]), { tools: [], model: {} });
  if (bundle.kind === "over-budget") throw new Error(bundle.message);
  const [tier1, tier2] = bundle.system;
  return [
    "===== tier 1 =====",
    tier1?.text,
    "===== tier 2 =====",
    tier2?.text,
    "===== user =====",
    firstMessage,
    "===== tier 3 =====",
    bundle.tail,
    "",
  ].join("\n");
}

const scenario = (name: string, isLightweight = false) => ({
  name,
  text: `(The text of the scenario ${name} stands here.)`,
  isLightweight,
});

test("task, round 1", async () => {
  const facts = givenFacts({ scenario: scenario("task_execution") });
  await expect(prompt(facts, renderTaskBrief(givenBrief()))).toMatchFileSnapshot("__snapshots__/task-round-1.txt");
});

test("task, round 2 with the reviewer's reason", async () => {
  const facts = givenFacts({ scenario: scenario("task_execution") });
  await expect(prompt(facts, renderTaskBrief(givenSecondRound()))).toMatchFileSnapshot(
    "__snapshots__/task-round-2.txt",
  );
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
    scenario: scenario("review"),
    sender: { kind: "agent", name: "Bo", role: "worker" },
  });
  await expect(prompt(facts, renderReviewRequest(givenReview()))).toMatchFileSnapshot("__snapshots__/review.txt");
});

test("heartbeat of a manager", async () => {
  const facts = givenFacts({
    agent: {
      id: "agt_ada",
      name: "Ada",
      position: "manager",
      roleText: "You turn goals into tasks.",
      skills: ["planning"],
    },
    colleagues: [{ id: "agt_bo", name: "Bo", position: "worker", skills: ["csv", "python"] }],
    scenario: scenario("heartbeat", true),
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
  await expect(prompt(facts, beat)).toMatchFileSnapshot("__snapshots__/heartbeat.txt");
});
