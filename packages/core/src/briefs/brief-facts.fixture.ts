import type {
  ReflectionFacts,
  RelatedTaskFacts,
  RemarkFacts,
  ReviewRequestFacts,
  TaskBriefFacts,
} from "./brief-facts.ts";

const AT = new Date("2026-11-29T09:10:30Z");

export function givenRemarks(count: number, text = "Remark"): readonly RemarkFacts[] {
  return Array.from({ length: count }, (_, at) => ({ author: "Ada", at: AT, text: `${text} ${at}` }));
}

export function givenRelated(changes: Partial<RelatedTaskFacts> = {}): RelatedTaskFacts {
  return {
    id: "tsk_6",
    key: "DEMO-6",
    title: "Clean the data",
    status: "completed",
    description: "Drop rows without a price.",
    summary: "1,204 of 1,210 rows kept.",
    deliverables: [{ path: "out/clean.csv", summary: "Semicolons, UTF-8." }],
    notes: givenRemarks(1),
    ...changes,
  };
}

export function givenBrief(changes: Partial<TaskBriefFacts> = {}): TaskBriefFacts {
  return {
    task: {
      id: "tsk_7",
      key: "DEMO-7",
      title: "Sum the sales by region",
      description: "Read `out/clean.csv`.\n\n- run `python3 sum.py`\n- create file out/sums.csv",
      priority: "high",
      round: 1,
    },
    workspace: "/data/tasks/demo-7",
    reviewerName: "Rita",
    checks: [
      { name: "has sums", stage: "submit", command: "test -s out/sums.csv" },
      { name: "totals agree", stage: "accept", command: "python3 check.py out/sums.csv" },
    ],
    parent: { key: "DEMO-5", title: "Quarterly report" },
    project: { id: "prj_demo", name: "Demo", description: "Quarterly numbers." },
    requirement: { title: "Numbers by Friday", description: "Kim needs them for the board." },
    subtasks: [{ id: "sub_1", title: "Read the file", status: "completed" }],
    children: [],
    dependencies: [givenRelated()],
    notes: givenRemarks(2, "Note"),
    humanComments: [{ author: "Kim", at: AT, text: "Please keep\ncents." }],
    previousRounds: [],
    errors: [],
    ...changes,
  };
}

export function givenSecondRound(): TaskBriefFacts {
  const first = givenBrief();
  return givenBrief({
    task: { ...first.task, round: 2 },
    sentBack: {
      round: 1,
      reviewerName: "Rita",
      reason: "The region North is missing.\nTotals differ by 3.20.",
      failedChecks: [{ name: "totals agree", result: "failed", output: "expected 10.00\nfound 6.80" }],
    },
    previousRounds: [{ round: 1, log: ["shell_execute: python3 sum.py (exit 0)", "task_submit_review: submitted"] }],
    errors: ["shell_execute: python: not found"],
  });
}

export function givenReview(changes: Partial<ReviewRequestFacts> = {}): ReviewRequestFacts {
  return {
    task: givenBrief().task,
    round: 2,
    authorName: "Bo",
    summary: "Summed 1,204 rows by region; python3 check.py prints ok.",
    knownIssues: "Cents are rounded.",
    workspace: "/data/submits/sbm_1",
    deliverables: [{ path: "out/sums.csv", summary: "Five regions." }, { path: "sum.py" }],
    checks: [
      { name: "has sums", result: "passed", output: "" },
      { name: "totals agree", result: "failed", output: "expected 10.00\nfound 6.80" },
    ],
    earlierVerdicts: [{ round: 1, reason: "The region North is missing." }],
    notes: givenRemarks(1),
    ...changes,
  };
}

export function givenReflection(changes: Partial<ReflectionFacts> = {}): ReflectionFacts {
  return {
    task: { id: "tsk_7", key: "DEMO-7", title: "Sum the sales by region" },
    rounds: 2,
    durationMs: 4_980_000,
    summary: "Sums by region.",
    notes: givenRemarks(1, "The CSV uses semicolons"),
    revisions: [{ round: 1, reason: "The region North is missing." }],
    lessonTool: "memory_save",
    ...changes,
  };
}
