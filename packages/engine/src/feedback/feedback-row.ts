import type { Feedback } from "@cadre/domain";
import { Fault } from "@cadre/shared";

export type FeedbackRow = {
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly agentId: string;
  readonly taskId: string | null;
  readonly deliverableId: string | null;
  readonly about: string;
  readonly rating: number | null;
  readonly text: string;
  readonly createdAt: Date;
};

/** What people said and did not take back, with what it is about. */
export const FEEDBACK_ROWS = `
  select f.id, f.person_id, p.name as person_name, f.agent_id, f.task_id, f.deliverable_id, f.rating, f.text, f.created_at,
    coalesce(d.title, t.key || ' ' || t.title, a.name) as about
  from feedback f join people p on p.id = f.person_id join agents a on a.id = f.agent_id
  left join tasks t on t.id = f.task_id left join deliverables d on d.id = f.deliverable_id
  where f.organization_id = $1 and f.withdrawn_at is null`;

export function feedbackOf(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    author: { id: row.personId, name: row.personName },
    agentId: row.agentId,
    taskId: row.taskId,
    deliverableId: row.deliverableId,
    about: row.about,
    rating: row.rating,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
  };
}

export function missingFeedback(feedbackId: string): never {
  throw new Fault("not-found", "feedback.not-found", {
    message: `There is no feedback ${feedbackId}. It may have been taken back; list the feedback to find another.`,
  });
}
