import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { detectLoop } from "@cadre/harness";
import { renderTaskBrief, type TaskBriefFacts } from "@cadre/core";
import {
  API_LIMITS,
  canonicalJson,
  COMPACTION_LIMITS,
  HEARTBEAT_LIMITS,
  MAILBOX_LIMITS,
  MODEL_LIMITS,
  PROMPT_LIMITS,
  RUN_LIMITS,
  SESSION_LIMITS,
  SIMULATOR_LIMITS,
  SUPERVISOR_LIMITS,
  TASK_LIMITS,
  TOOL_LIMITS,
  WEBHOOK_LIMITS,
} from "@cadre/shared";
import { expect, test } from "vitest";
import { fact } from "./fact.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const LISTS = {
  API_LIMITS,
  COMPACTION_LIMITS,
  HEARTBEAT_LIMITS,
  MAILBOX_LIMITS,
  MODEL_LIMITS,
  PROMPT_LIMITS,
  RUN_LIMITS,
  SESSION_LIMITS,
  SIMULATOR_LIMITS,
  SUPERVISOR_LIMITS,
  TASK_LIMITS,
  TOOL_LIMITS,
  WEBHOOK_LIMITS,
};

/** The numbers of the specification that have a use here, as it states them: its name, our number, its value. */
const SPECIFIED: readonly (readonly [string, unknown, unknown])[] = [
  ["TASK_GET_NOTES_DEFAULT", TASK_LIMITS.getNotesDefault, 50],
  ["TASK_GET_DELIVERABLES_DEFAULT", TASK_LIMITS.getDeliverablesDefault, 20],
  ["TASK_GET_STATUS_HISTORY_DEFAULT", TASK_LIMITS.getStatusHistoryDefault, 10],
  ["ENTITY_COMMENTS_DEFAULT", TASK_LIMITS.entityCommentsDefault, 20],
  ["PROMPT_TASK_NOTES_MAX", PROMPT_LIMITS.taskNotes, 30],
  ["PROMPT_TASK_NOTE_CHARS", PROMPT_LIMITS.taskNoteChars, 1_200],
  ["PROMPT_DEP_NOTES_MAX", PROMPT_LIMITS.dependencyNotes, 5],
  ["PROMPT_DEP_NOTE_CHARS", PROMPT_LIMITS.dependencyNoteChars, 500],
  ["PROMPT_DEP_DESC_CHARS", PROMPT_LIMITS.dependencyDescriptionChars, 300],
  ["PROMPT_EXECUTION_ROUNDS_MAX", PROMPT_LIMITS.executionRounds, 3],
  ["PROMPT_LOG_ENTRY_CHARS", PROMPT_LIMITS.logEntryChars, 800],
  ["PROMPT_RECENT_ERRORS_MAX", PROMPT_LIMITS.recentErrors, 10],
  ["PROMPT_HUMAN_COMMENTS_MAX", PROMPT_LIMITS.humanComments, 5],
  ["REVIEWER_NOTES_MAX", PROMPT_LIMITS.reviewerNotes, 5],
  ["REVIEWER_FILE_LIST_MAX", PROMPT_LIMITS.reviewerFiles, 10],
  ["SYSTEM_MY_TASKS_MAX", PROMPT_LIMITS.myTasks, 15],
  ["SYSTEM_TEAM_TASKS_MAX", PROMPT_LIMITS.teamTasks, 10],
  ["SYSTEM_TASK_DESC_CHARS", PROMPT_LIMITS.taskDescriptionChars, 150],
  ["PROMPT_PROJECT_DESC_CHARS", PROMPT_LIMITS.projectDescriptionChars, 300],
  ["SYSTEM_PROJECT_DESC_CHARS", PROMPT_LIMITS.projectListDescriptionChars, 200],
  ["PROMPT_REQUIREMENT_DESC_CHARS", PROMPT_LIMITS.requirementDescriptionChars, 500],
  ["DELIVERABLE_TITLE_CHARS", PROMPT_LIMITS.deliverableTitleChars, 200],
  ["SYSTEM_DELIVERABLE_PREVIEW_CHARS", PROMPT_LIMITS.deliverablePreviewChars, 200],
  ["SYSTEM_DELIVERABLES_CHARS", PROMPT_LIMITS.deliverablesChars, 3_000],
  ["REVISION_REASON_CHARS", PROMPT_LIMITS.revisionReasonChars, 200],
  ["SYSTEM_KNOWLEDGE_CHARS", PROMPT_LIMITS.knowledgeChars, 8_000],
  ["SYSTEM_USER_PROFILE_CHARS", PROMPT_LIMITS.userProfileChars, 1_500],
  ["HEARTBEAT_DAILY_LOG_CHARS", PROMPT_LIMITS.heartbeatDailyLogChars, 3_000],
  ["SYSTEM_MAILBOX_MERGED_CHARS", PROMPT_LIMITS.mailboxMergedChars, 500],
  ["SYSTEM_MAILBOX_ITEM_PREVIEW_CHARS", PROMPT_LIMITS.mailboxItemPreviewChars, 120],
  ["MAILBOX_ITEM_MAX_RETRIES", MAILBOX_LIMITS.itemMaxRetries, 2],
  ["TRIAGE_STALE_INFO_TTL_MS", MAILBOX_LIMITS.staleInformationTtlMs, 14_400_000],
  ["TASK_MAX_NO_SUBMIT_RETRIES", TASK_LIMITS.maxNoSubmitRetries, 8],
  ["TASK_RETRY_DELAYS_MS", TASK_LIMITS.retryDelaysMs, [30_000, 60_000, 120_000, 240_000, 480_000, 600_000]],
  ["PREEMPT_REQUEUE_DELAY_MS", TASK_LIMITS.preemptRequeueDelayMs, 3_000],
  ["TASK_LIST_PAGE_SIZE", TASK_LIMITS.listPageSize, 20],
  ["TASK_LIST_PAGE_MAX", TASK_LIMITS.listPageMax, 100],
  ["ARCHIVE_COMPLETED_AFTER_DAYS", TASK_LIMITS.archiveCompletedAfterDays, 30],
  ["ARCHIVE_TERMINAL_AFTER_DAYS", TASK_LIMITS.archiveTerminalAfterDays, 7],
  ["MAX_CONCURRENT_TASKS", TASK_LIMITS.maxConcurrentTasks, 1],
  ["SHELL_TIMEOUT_DEFAULT_MS", TOOL_LIMITS.shellTimeoutDefaultMs, 60_000],
  ["SHELL_TIMEOUT_MAX_MS", TOOL_LIMITS.shellTimeoutMaxMs, 300_000],
  ["SHELL_SESSION_MAX_OUTPUT_BYTES", TOOL_LIMITS.shellMaxOutputBytes, 2_097_152],
  ["APPROVAL_WAIT_TIMEOUT_MS", TOOL_LIMITS.approvalWaitMs, 86_400_000],
  ["HEARTBEAT_MIN_INITIAL_DELAY_MS", HEARTBEAT_LIMITS.minInitialDelayMs, 5_000],
  ["HEARTBEAT_STARTUP_JITTER_MS", HEARTBEAT_LIMITS.startupJitterMs, 10_000],
  ["HEARTBEAT_MAX_TOOL_ITERATIONS", RUN_LIMITS.heartbeatToolSteps, 30],
  ["DEFAULT_MAX_TOOL_ITERATIONS", RUN_LIMITS.chatToolSteps, 200],
  ["NETWORK_RETRY_MAX", MODEL_LIMITS.networkAttempts, 3],
  ["NETWORK_RETRY_BASE_MS", MODEL_LIMITS.networkRetryBaseMs, 2_000],
  ["LLM_CIRCUIT_RESET_RATE_LIMIT_MS", MODEL_LIMITS.circuitRateLimitResetMs, 30_000],
  ["LLM_MAX_CONCURRENT_PER_PROVIDER", MODEL_LIMITS.maxConcurrentPerProvider, 5],
];

/** Runs with one number changed, as if its module said so, and puts it back. */
function withNumber<T>(list: Readonly<Record<string, unknown>>, name: string, value: number, run: () => T): T {
  const before = list[name];
  Object.assign(list, { [name]: value });
  try {
    return run();
  } finally {
    Object.assign(list, { [name]: before });
  }
}

function briefWithNotes(count: number): string {
  const facts: TaskBriefFacts = {
    task: { id: "tsk_1", key: "DEMO-1", title: "T", description: "D", priority: "medium", round: 1 },
    checks: [],
    subtasks: [],
    children: [],
    dependencies: [],
    notes: Array.from({ length: count }, (_, at) => ({ author: "A", at: new Date(0), text: `note-${at}-` })),
    humanComments: [],
    previousRounds: [],
    errors: [],
  };
  return renderTaskBrief(facts);
}

fact(["M172"], "the numbers of the specification stand in one module, and changing one changes what happens", () => {
  const wrong = SPECIFIED.filter(([, ours, specified]) => canonicalJson(ours) !== canonicalJson(specified));
  expect(wrong).toEqual([]);

  const notesShown = (): number => briefWithNotes(40).match(/note-\d+-/g)?.length ?? 0;
  expect(notesShown()).toBe(30);
  expect(withNumber(PROMPT_LIMITS, "taskNotes", 3, notesShown)).toBe(3);

  const loopAt = (repeats: number): string =>
    detectLoop(Array.from({ length: repeats }, (_, at) => ({ name: "a", args: "{}", result: String(at) }))).kind;
  expect(loopAt(4)).toBe("none");
  expect(withNumber(RUN_LIMITS, "loopWarnRepeats", 4, () => loopAt(4))).toBe("warning");
});

test("every number is read by some code: one that nobody reads is dead", () => {
  const sources = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: ROOT })
    .filter((file) => !/\/limits\/|\.test\.ts$|\/dist\//.test(file))
    .map((file) => readFileSync(`${ROOT}${file}`, "utf8"));
  const text = sources.join("\n");
  const dead = Object.entries(LISTS).flatMap(([list, numbers]) =>
    Object.keys(numbers)
      .filter((name) => !new RegExp(`\\b${list}\\.${name}\\b`).test(text))
      .map((name) => `${list}.${name}`),
  );
  expect(dead).toEqual([]);
});
