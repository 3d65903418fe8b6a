import type { NewOrganization, Organization } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { ORGANIZATION_COLUMNS, organizationOf, type OrganizationRow } from "../organization-row.ts";

/** Inserts the organization that the transaction is about, and announces it. A slug that is taken gets the end of the id. */
export async function insertOrganization(tx: Transaction, input: NewOrganization): Promise<Organization> {
  const { organizationId } = tx.unit;
  const slug = slugOf(input.name);
  const [row] = await tx.unit.query<OrganizationRow>(
    `insert into organizations (id, name, slug, time_zone)
     select $1, $2, case when $3 = '' then $5
       when exists (select from organizations where slug = $3) then $3 || '-' || $5 else $3 end, $4
     returning ${ORGANIZATION_COLUMNS}`,
    [organizationId, storableText(input.name), slug, input.timeZone ?? "UTC", organizationId.slice(-12)],
  );
  if (row === undefined) throw new Error("The organization was not inserted.");
  tx.unit.emit({
    type: "organization.created",
    entity: { kind: "organization", id: row.id },
    payload: { name: row.name },
    actor: tx.actor,
  });
  return organizationOf(row);
}

/** The name in small Latin letters and hyphens; empty when nothing of it is left. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "");
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
}
