import type { CallDecision } from "@cadre/harness";
import type { EngineDeps } from "../engine-deps.ts";
import type { CallRef } from "../runs/call-journal.ts";
import type { ClaimedRun } from "../runs/claimed-run.ts";

type DecisionRow = {
  readonly id: string;
  readonly status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
  readonly action: string | null;
  readonly comment: string | null;
};

/** What a person decided on one call. A refusal tells the agent why, in the person's words. */
export async function decisionOf(
  deps: Pick<EngineDeps, "database">,
  claim: ClaimedRun,
  call: CallRef,
): Promise<CallDecision> {
  const rows = await deps.database.query<DecisionRow>(
    "select id, status, action, comment from approvals where run_id = $1 and entry_id = $2 and call_id = $3",
    [claim.runId, call.entryId, call.callId],
  );
  const row = rows[0];
  if (row === undefined) return { kind: "none" };
  const why = row.comment === null || row.comment === "" ? "" : ` They said: ${row.comment}`;
  switch (row.status) {
    case "pending":
      return { kind: "pending", approvalId: row.id };
    case "approved":
      return { kind: "approved", exactText: row.action ?? "" };
    case "rejected":
      return {
        kind: "refused",
        text: `A person refused this action; it was not run.${why} Find another way, or ask what would be acceptable.`,
      };
    case "expired":
      return {
        kind: "refused",
        text: "Nobody decided on this action in time; it was not run. Go on without it, or say in the task what you need.",
      };
    case "cancelled":
      return { kind: "refused", text: "The request for this action was withdrawn; it was not run." };
  }
}
