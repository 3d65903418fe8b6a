import { type Actor, type Organization, type OrganizationChange, requireRole } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import { recordDocument } from "../revisions/record-document.ts";
import type { Transaction } from "../transaction.ts";
import { ORGANIZATION_COLUMNS, organizationOf, type OrganizationRow } from "./organization-row.ts";

/** Documents of the organization, and where its row has them. */
const TEXTS = [
  ["context", "contextText"],
  ["policies", "policiesText"],
] as const;

/** Changes the fields that are given. Faults: `access.role-missing`, `organization.stale`. */
export async function updateOrganization(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly version: number; readonly change: OrganizationChange },
): Promise<Organization> {
  requireRole(actor, "admin", "change the organization");
  return transact(deps, actor, async (tx) => {
    const before = await lockOrganization(tx);
    requireVersion("organization", before, input);
    const { change } = input;
    const row = await tx.unit.first<OrganizationRow>(
      `update organizations set name = $2, time_zone = $3, context_text = $4, policies_text = $5, version = version + 1
       where id = $1 returning ${ORGANIZATION_COLUMNS}`,
      [
        before.id,
        storableText(change.name ?? before.name),
        change.timeZone ?? before.timeZone,
        storableText(change.contextText ?? before.contextText),
        storableText(change.policiesText ?? before.policiesText),
      ],
    );
    const after = row ?? before;
    for (const [kind, field] of TEXTS) {
      await recordDocument(tx, { kind, ownerId: before.id }, { before: before[field], text: after[field] });
    }
    tx.unit.emit({
      type: "organization.updated",
      entity: { kind: "organization", id: before.id },
      payload: { fields: Object.keys(change), version: before.version + 1 },
      actor: tx.actor,
    });
    return organizationOf(after);
  });
}

/** The organization's row, locked until the unit ends. */
export async function lockOrganization(tx: Transaction): Promise<OrganizationRow> {
  const row = await tx.unit.first<OrganizationRow>(
    `select ${ORGANIZATION_COLUMNS} from organizations where id = $1 for no key update`,
    [tx.unit.organizationId],
  );
  if (row !== undefined) return row;
  throw new Fault("not-found", "organization.not-found", { message: "This organization does not exist." });
}
