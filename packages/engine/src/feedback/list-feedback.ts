import type { Actor, Feedback } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { FEEDBACK_ROWS, feedbackOf, type FeedbackRow } from "./feedback-row.ts";

export type FeedbackFilter = PageRequest & {
  readonly agentId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly deliverableId?: string | undefined;
};

/** What people said of agents' work, newest first. */
export async function listFeedback(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  filter: FeedbackFilter = {},
): Promise<Page<Feedback>> {
  const size = pageSize(filter);
  const rows = await deps.database.query<FeedbackRow>(
    `${FEEDBACK_ROWS} and ($2::text is null or f.agent_id = $2) and ($3::text is null or f.task_id = $3)
       and ($4::text is null or f.deliverable_id = $4) and ($5::text is null or f.id < $5)
     order by f.id desc limit $6`,
    [
      actor.organizationId,
      filter.agentId ?? null,
      filter.taskId ?? null,
      filter.deliverableId ?? null,
      filter.cursor ?? null,
      size + 1,
    ],
  );
  return pageOfRows(rows, size, feedbackOf);
}
