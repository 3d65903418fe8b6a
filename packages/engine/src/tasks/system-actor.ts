import type { Actor } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";

/** The system as the actor of what follows by rule and by nobody's wish. `id` names the rule. */
export function systemActor(tx: Transaction, id: string): Actor {
  return { kind: "system", id, organizationId: tx.unit.organizationId };
}
