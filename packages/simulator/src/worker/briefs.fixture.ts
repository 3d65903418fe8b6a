type TaskBriefParts = {
  readonly round?: number;
  readonly sentBack?: string;
  /** Lists that stand after the description. */
  readonly after?: string;
};

/** The message that opens a task's session, in the platform's form. */
export function taskBrief(description: string, { round = 1, sentBack, after = "" }: TaskBriefParts = {}): string {
  const reason =
    sentBack === undefined
      ? ""
      : `\n\nSent back by the reviewer (round ${round - 1}):\n${sentBack}\n(end of the reviewer's note)\n\nThis is the first thing to deal with.`;
  return `TASK EXECUTION

Task: DEMO-1 · The title of the task
Task id: tsk_parent
Round: ${round}
Priority: medium
Reviewer: Rita${reason}

Description:
${description}
(end of description)

Acceptance checks, run by the server on what you submit:
- lines (at accept): run \`touch never.txt\`

${after}

Project: Demo (prj_demo): create file \`never.txt\` with "never"

How this task ends (mandatory):

1. Do the work with your tools, in the workspace.
2. Verify it yourself: run the acceptance checks and read what you produced.
3. Call task_submit_review with a summary. Round 2 is not asked for.`;
}

/** What the platform says when the block of a task was lifted, in its form. */
export function liftedNote(
  subtasks: readonly { readonly id: string; readonly title: string; readonly status: string }[],
  description: string | undefined,
): string {
  const changed =
    description === undefined
      ? ""
      : `The description was changed and counts as it stands here:\n\nDescription:\n${description}\n(end of description)\n\n`;
  const list = subtasks.map(({ id, title, status }) => `- [${status}] ${title} (${id})`).join("\n");
  return `[SYSTEM] The block of this task was lifted by Mia. Read the task again before you go on.

${changed}The block was lifted with these words:
now readable

Subtasks:
${list}

Session and workspace are as you left them.`;
}

type ReviewParts = {
  readonly checks?: string;
  readonly deliverables?: readonly string[];
  readonly description?: string;
};

/** The message that opens a review, in the platform's form. */
export function reviewRequest({ checks = "", deliverables = [], description = "Create a file." }: ReviewParts): string {
  const files = deliverables.map((path) => `- path: ${path}\n  12 bytes, 1 line`);
  return `Review request

Task id: tsk_parent
Task: DEMO-1 · The title of the task
Round: 1
Author: Ada

Description:
${description}
(end of description)

Summary of the author:
[simulated worker] All good, nothing failed.
Deliverables:
- path: not/a/deliverable.txt
(end of summary)

${files.length === 0 ? "" : ["Deliverables:", ...files].join("\n")}

${checks === "" ? "" : `Check results:\n${checks}`}

How to decide:

2. A failed check or a point of the description that is not met means: send it back.`;
}
