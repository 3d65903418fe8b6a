import type { Member } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";

/** Fault `member.last-owner` unless somebody else is an owner too. Asked while the organization is locked. */
export async function refuseLastOwner(tx: Transaction, member: Member): Promise<void> {
  const others = await tx.unit.count(
    "select 1 from memberships where organization_id = $1 and role = 'owner' and person_id <> $2 limit 1",
    [tx.unit.organizationId, member.personId],
  );
  if (others > 0) return;
  throw new Fault("conflict", "member.last-owner", {
    message: `${member.name} is the only owner, and an organization needs one. Make somebody else an owner first.`,
  });
}
