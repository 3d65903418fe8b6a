import type { Actor, Deliverable } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { DELIVERABLE_COLUMNS, deliverableOf, type DeliverableRow, missingDeliverable } from "./deliverable-row.ts";

/** One version of a result. Fault: `deliverable.not-found`. */
export async function getDeliverable(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly deliverableId: string },
): Promise<Deliverable> {
  const [row] = await deps.database.query<DeliverableRow>(
    `select ${DELIVERABLE_COLUMNS} from deliverables where id = $1 and organization_id = $2`,
    [input.deliverableId, actor.organizationId],
  );
  return row === undefined ? missingDeliverable(input.deliverableId) : deliverableOf(row);
}
