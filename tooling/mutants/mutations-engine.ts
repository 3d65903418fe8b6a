import type { Mutation } from "./mutation.ts";

/** Rules of work on a real database: claims, journal, mail, beats, approvals. */
export const ENGINE_MUTATIONS: readonly Mutation[] = [
  {
    breaks: "An attempt that lost its claim writes nothing.",
    file: "packages/engine/src/runs/fenced.ts",
    search: "if (held.length === 0) throw staleFence(claim);",
    replace: "",
    tests: ["packages/engine/src/runs/fenced.db.test.ts"],
  },
  {
    breaks: "An interrupted call is reported as unknown, never repeated in silence.",
    file: "packages/engine/src/runs/recover-calls.ts",
    search: 'call.status === "started" && !call.mayRepeat',
    replace: 'call.status === "started" && call.mayRepeat',
    tests: ["packages/engine/src/runs/call-journal.db.test.ts", "packages/engine/src/runs/histories.db.test.ts"],
  },
  {
    breaks: "A run that lost five workers at one step waits for a person.",
    file: "packages/engine/src/runs/claim-run.ts",
    search: "claim.lossesAtStep < TASK_LIMITS.maxLossesAtOneStep",
    replace: "claim.lossesAtStep >= 0",
    tests: ["packages/engine/src/runs/claim-run.db.test.ts", "packages/engine/src/runs/reconcile.db.test.ts"],
  },
  {
    breaks: "The same request again changes nothing.",
    file: "packages/engine/src/idempotency/transact-once.ts",
    search: "if (known !== undefined) return known.response;",
    replace: "",
    tests: ["packages/engine/src/idempotency/transact-once.db.test.ts"],
  },
  {
    breaks: "Each fourth slot looks in full, even if nothing changed.",
    file: "packages/engine/src/heartbeats/serve-agent.ts",
    search: "ordinal % HEARTBEAT_LIMITS.fullEvaluationEverySlots === 0",
    replace: "ordinal < 0",
    tests: ["packages/engine/src/heartbeats/beats.db.test.ts"],
  },
  {
    breaks: "A slot with nothing to do costs no beat.",
    file: "packages/engine/src/heartbeats/serve-agent.ts",
    search: "work.reasons.length === 0",
    replace: "work.reasons.length < 0",
    tests: ["packages/engine/src/heartbeats/beats.db.test.ts"],
  },
  {
    breaks: "The first decision on an approval wins.",
    file: "packages/engine/src/approvals/decide-approval.ts",
    search: 'if (row.status !== "pending") return alreadyDecided(row, decision, actor);',
    replace: "",
    tests: ["packages/engine/src/approvals/decide-approval.db.test.ts"],
  },
  {
    breaks: "An emergency stop ends the work under way.",
    file: "packages/engine/src/organization/emergency-stop.ts",
    search: 'await tx.runs.stop({ organization: true }, { to: "held", reason: "emergency stop" });',
    replace: "",
    tests: ["packages/engine/src/organization/emergency-stop.db.test.ts"],
  },
  {
    breaks: "A task is accepted only when its checks are green.",
    file: "packages/engine/src/tasks/moves/move-checks.ts",
    search: 'throw new Fault("conflict", "task.checks-failed", {',
    replace: 'new Fault("conflict", "task.checks-failed", {',
    tests: [
      "packages/engine/src/tasks/moves/move-task.db.test.ts",
      "packages/engine/src/tasks/submits/submit-task.db.test.ts",
    ],
  },
];
