import { type Actor, type AuditEntry, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../../page.ts";
import { credentialOf } from "../credential.ts";

export type AuditFilter = PageRequest & {
  readonly actorId?: string | undefined;
  readonly credentialId?: string | undefined;
  /** A type of event, or a topic with its dot: `task.`. */
  readonly action?: string | undefined;
  readonly entityId?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
};

type AuditRow = {
  id: string;
  createdAt: Date;
  actorKind: "person" | "system";
  actorId: string;
  actorName: string | null;
  credentialId: string | null;
  credentialName: string | null;
  action: string;
  entityKind: string;
  entityId: string;
  details: string;
};

/** Every change that people and their keys made, newest first. Fault: `access.role-missing`. */
export async function listAuditEntries(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  filter: AuditFilter = {},
): Promise<Page<AuditEntry>> {
  requireRole(actor, "admin", "read the audit");
  const size = pageSize(filter);
  const rows = await deps.database.query<AuditRow>(
    `select a.id, a.created_at, a.actor_kind, a.actor_id, p.name as actor_name, a.credential_id,
       coalesce(k.name, s.user_agent) as credential_name, a.action, a.entity_kind, a.entity_id, a.details
     from audit_entries a
     left join people p on p.id = a.actor_id
     left join api_keys k on k.organization_id = a.organization_id and k.id = a.credential_id
     left join sign_ins s on s.id = a.credential_id and s.person_id = a.actor_id
     where a.organization_id = $1 and ($2::text is null or a.id < $2)
       and ($3::text is null or a.actor_id = $3) and ($4::text is null or a.credential_id = $4)
       and ($5::text is null or a.action = $5 or (right($5, 1) = '.' and starts_with(a.action, $5)))
       and ($6::text is null or a.entity_id = $6)
       and ($7::timestamptz is null or a.created_at >= $7) and ($8::timestamptz is null or a.created_at < $8)
     order by a.id desc limit $9`,
    [
      actor.organizationId,
      filter.cursor ?? null,
      filter.actorId ?? null,
      filter.credentialId ?? null,
      filter.action ?? null,
      filter.entityId ?? null,
      filter.from ?? null,
      filter.until ?? null,
      size + 1,
    ],
  );
  return pageOfRows(rows, size, entryOf);
}

function entryOf(row: AuditRow): AuditEntry {
  const credential = credentialOf(row.credentialId);
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    credential: credential === null ? null : { ...credential, name: row.credentialName },
    action: row.action,
    entity: { kind: row.entityKind, id: row.entityId },
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
