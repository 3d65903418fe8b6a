import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  givenBrief,
  givenReflection,
  givenRelated,
  givenRemarks,
  givenReview,
  givenSecondRound,
} from "./brief-facts.fixture.ts";
import {
  describedAs,
  renderChildrenDone,
  renderContinue,
  renderInterrupted,
  renderLifted,
  renderNotSubmitted,
  renderReflectionCheckpoint,
  renderSubmitReminder,
} from "./engine-notes.ts";
import { renderHeartbeat } from "./heartbeat.ts";
import { renderReflection } from "./reflection.ts";
import { renderReviewRequest } from "./review-request.ts";
import { renderTaskBrief } from "./task-brief.ts";

test("a brief begins with its marker, names the task and says that submitting is mandatory", () => {
  const brief = renderTaskBrief(givenBrief());
  expect(brief).toMatch(/^TASK EXECUTION\n\nTask: DEMO-7 · Sum the sales by region\nTask id: tsk_7\nRound: 1\n/);
  expect(brief).toContain("How this task ends (mandatory)");
  expect(brief).toContain("task_submit_review");
  expect(brief).not.toMatch(/undefined|\{\{/);
});

test("any description stands word for word between its two lines, whatever it looks like", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom("{{title}}\n\n\n{{", "  x  ", "a\n\n\n\nb", "$& $1")),
      (description) => {
        fc.pre(description !== "");
        const brief = renderTaskBrief(givenBrief({ task: { ...givenBrief().task, description } }));
        expect(brief).toContain(`\nDescription:\n${description}\n(end of description)\n`);
      },
    ),
  );
});

test("in a later round the reviewer's reason comes first, word for word, with the failed checks", () => {
  const brief = renderTaskBrief(givenSecondRound());
  expect(brief).toContain(
    "\nSent back by the reviewer (round 1):\nThe region North is missing.\nTotals differ by 3.20.\n(end of the reviewer's note)\n",
  );
  expect(brief).toContain("- [failed] totals agree: expected 10.00\n  found 6.80");
  expect(brief.indexOf("Sent back by the reviewer")).toBeLessThan(brief.indexOf("Description:"));
  expect(renderTaskBrief(givenBrief())).not.toContain("Sent back");
});

test("a brief shows at most 30 notes of 1,200, 5 of a dependency of 500, 5 comments, 3 rounds, 10 errors: the newest", () => {
  const brief = renderTaskBrief(
    givenBrief({
      notes: [...givenRemarks(39, "Note"), { author: "Bo", at: new Date(0), text: "n".repeat(3_000) }],
      dependencies: [
        givenRelated({
          description: "d".repeat(900),
          notes: [...givenRemarks(7, "Dep"), { author: "Bo", at: new Date(0), text: "p".repeat(900) }],
        }),
      ],
      humanComments: givenRemarks(8, "Comment"),
      previousRounds: [1, 2, 3, 4, 5].map((round) => ({ round, log: ["l".repeat(900)] })),
      errors: Array.from({ length: 14 }, (_, at) => `error-${at}.`),
      project: { name: "P", description: "q".repeat(500) },
      requirement: { title: "R", description: "r".repeat(900) },
    }),
  );
  expect(brief.match(/: Note \d+/g)).toHaveLength(29);
  expect(brief).not.toContain("Note 9\n");
  expect(brief).toContain("Note 38");
  expect(/n{9,}…/.exec(brief)?.[0]).toHaveLength(1_200);
  expect(brief.match(/: Dep \d/g)).toHaveLength(4);
  expect(/p{9,}…/.exec(brief)?.[0]).toHaveLength(500);
  expect(/d{9,}…/.exec(brief)?.[0]).toHaveLength(300);
  expect(brief.match(/: Comment \d/g)).toEqual(["3", "4", "5", "6", "7"].map((at) => `: Comment ${at}`));
  expect(brief.match(/What happened in round \d/g)).toEqual([3, 4, 5].map((at) => `What happened in round ${at}`));
  expect(/l{9,}…/.exec(brief)?.[0]).toHaveLength(800);
  expect(brief.match(/- error-\d+/g)).toHaveLength(10);
  expect(/q{9,}…/.exec(brief)?.[0]).toHaveLength(300);
  expect(/r{9,}…/.exec(brief)?.[0]).toHaveLength(500);
});

test("a review request carries what a reviewer judges by and how to decide", () => {
  const text = renderReviewRequest(givenReview());
  expect(text).toMatch(
    /^Review request\n\nTask id: tsk_7\nTask: DEMO-7 · Sum the sales by region\nRound: 2\nAuthor: Bo\n/,
  );
  expect(text).toContain("\nDeliverables:\n- path: out/sums.csv\n  Five regions.\n- path: sum.py\n");
  expect(text).toContain("\n- [passed] has sums\n- [failed] totals agree: expected 10.00\n  found 6.80\n");
  expect(text).toContain("Sent back before:\n- round 1: The region North is missing.");
  expect(text).toContain("call task_update with task_id tsk_7, status completed");
  expect(text).toContain("call task_update with task_id tsk_7, status in_progress");
});

test("a review request lists ten files and counts the rest, and shows the newest five notes", () => {
  const deliverables = Array.from({ length: 13 }, (_, at) => ({ path: `out/${at}.csv` }));
  const text = renderReviewRequest(givenReview({ deliverables, notes: givenRemarks(9) }));
  expect(text.match(/^- path: /gm)).toHaveLength(10);
  expect(text).toContain("… and 3 more in the submitted files");
  expect(text.match(/Remark \d/g)).toEqual(["Remark 4", "Remark 5", "Remark 6", "Remark 7", "Remark 8"]);
});

fact("M71", "the note of a retry in the same round says it was interrupted and does not repeat the brief", () => {
  const note = renderInterrupted({
    cause: "the worker process was lost",
    unknownCalls: [{ name: "shell_execute", what: "python3 sum.py" }],
  });
  expect(note).toMatch(/^\[SYSTEM\] Your last attempt at this task was interrupted: the worker process was lost\./);
  expect(note).toContain("check before you repeat one:\n- shell_execute: python3 sum.py");
  expect(note).not.toContain("TASK EXECUTION");
  expect(note).not.toContain("Description:");
  expect(renderInterrupted({ cause: "pause", unknownCalls: [] })).not.toContain("outcome of these calls");
});

fact("M86", "a reflection carries rounds, duration, summary and notes, and asks a revised task something else", () => {
  const revised = renderReflection(givenReflection());
  const accepted = renderReflection(givenReflection({ rounds: 1, durationMs: 30_000, revisions: [] }));
  for (const text of [revised, accepted]) {
    expect(text).toMatch(/^Post-task reflection\n\nDEMO-7 · Sum the sales by region \(tsk_7\)/);
    expect(text).toContain("Summary of the result:\nSums by region.");
    expect(text).toContain("The CSV uses semicolons 0");
    expect(text).toContain("memory_save");
  }
  expect(revised).toContain("Rounds: 2\nDuration: 1 h 23 min");
  expect(accepted).toContain("Rounds: 1\nDuration: under a minute");
  expect(revised).toContain("- round 1: The region North is missing.");
  expect(revised).toContain("What went wrong");
  expect(accepted).toContain("What made this work?");
  expect(accepted).not.toContain("went wrong");
});

test("the note of a lifted block says who lifted it, why, and what the description is now", () => {
  const facts = { comments: givenRemarks(1), children: [], subtasks: [], unknownCalls: [] };
  const note = renderLifted({ ...facts, by: "Mia", said: "now readable", description: "Count again." });
  expect(note).toMatch(/^\[SYSTEM\] The block of this task was lifted by Mia\. /);
  expect(note).toContain("\nDescription:\nCount again.\n(end of description)\n");
  expect(note).toContain("with these words:\nnow readable\n\nComments by people since:\n- ");
  const same = renderLifted({ ...facts, by: "Mia", said: undefined, description: undefined });
  expect(same).not.toMatch(/Description:|these words/);
  expect(renderTaskBrief(givenBrief())).toContain(describedAs(givenBrief().task.description));
});

test("every word of the engine begins with the system marker, so that it is never merged with a person's", () => {
  const notes = [
    renderChildrenDone([givenRelated()]),
    renderInterrupted({ cause: "a pause", unknownCalls: [] }),
    renderLifted({
      by: "Mia",
      said: undefined,
      description: undefined,
      comments: [],
      children: [],
      subtasks: [],
      unknownCalls: [],
    }),
    renderSubmitReminder(10),
    renderReflectionCheckpoint({ steps: 30, lessonTool: "task_note" }),
    renderNotSubmitted({ attempt: 1, attempts: 8 }),
    renderContinue(),
  ];
  for (const note of notes) expect(note).toMatch(/^\[SYSTEM/);
  expect(new Set(notes).size).toBe(notes.length);
  expect(renderSubmitReminder(10)).toMatch(/10 steps[^]*task_submit_review/);
  expect(renderReflectionCheckpoint({ steps: 30, lessonTool: "task_note" })).toMatch(/30 steps[^]*task_note/);
  expect(renderNotSubmitted({ attempt: 1, attempts: 8 })).toContain("attempt 1 of 8");
});

test("a parent whose children are finished reads what each handed over", () => {
  const text = renderChildrenDone([
    givenRelated(),
    givenRelated({ key: "DEMO-8", status: "failed", summary: undefined }),
  ]);
  expect(text).toContain("All child tasks are finished");
  expect(text).toContain("- DEMO-6 (tsk_6) [completed] Clean the data");
  expect(text).toContain("  Result: 1,204 of 1,210 rows kept.\n  - path: out/clean.csv");
  expect(text).toContain("- DEMO-8 (tsk_6) [failed] Clean the data");
});

test("a beat shows only what there is, says who reads it and how to end without work", () => {
  const nothing = {
    waitingMail: [],
    stalledTasks: [],
    failedTasks: [],
    goals: [],
    backgroundResults: [],
    isReportDue: false,
  };
  const quiet = renderHeartbeat(nothing);
  expect(quiet).toMatch(/^\[HEARTBEAT CHECK-IN\]\n\nPatrol, do not build/);
  expect(quiet).toContain("Nobody sees the text of your reply");
  expect(quiet).toContain("HEARTBEAT_OK");
  expect(quiet).not.toMatch(/:\n\n|\n\n\n/);
  const busy = renderHeartbeat({
    ...nothing,
    checklist: "- Look at the queue.",
    goals: [{ id: "req_1", title: "Faster", iteration: 2, maxIterations: 10, completionCriteria: "p95 < 1 s" }],
    isReportDue: true,
  });
  expect(busy).toContain("## Active Goals\n- Faster (req_1), iteration 2 of 10. Done when: p95 < 1 s");
  expect(busy).toContain("Your checklist:\n- Look at the queue.");
  expect(busy).toContain("A report is due");
});
