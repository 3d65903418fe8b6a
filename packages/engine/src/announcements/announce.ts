import {
  type Actor,
  type Announcement,
  type AnnouncementChange,
  type NewAnnouncement,
  requireRole,
} from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import { beginDocuments, recordDocument } from "../revisions/record-document.ts";
import { sqlNow } from "../sql-now.ts";
import type { Transaction } from "../transaction.ts";
import {
  ANNOUNCEMENT_COLUMNS,
  announcementOf,
  type AnnouncementRow,
  lockAnnouncement,
  requireAudience,
  requireTime,
} from "./announcement-row.ts";

/** Tells agents something for a while. Faults: `access.role-missing`, `team.not-found`, `agent.not-found`, `announcement.bad-time`. */
export function announce(deps: EngineDeps, actor: Actor, input: NewAnnouncement): Promise<Announcement> {
  requireRole(actor, "admin", "make announcements");
  return transact(deps, actor, async (tx) => {
    const { teamId, agentId } = await requireAudience(tx, input.audience);
    const startsAt = input.startsAt === undefined ? await sqlNow(tx.unit) : new Date(input.startsAt);
    const endsAt = input.endsAt === undefined ? null : new Date(input.endsAt);
    requireTime(startsAt, endsAt);
    const row = await tx.unit.first<AnnouncementRow>(
      `insert into announcements (id, organization_id, text, team_id, agent_id, starts_at, ends_at, created_by_kind, created_by_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${ANNOUNCEMENT_COLUMNS}`,
      [
        deps.newId("announcement"),
        tx.unit.organizationId,
        storableText(input.text),
        teamId,
        agentId,
        startsAt,
        endsAt,
        tx.actor.kind,
        tx.actor.id,
      ],
    );
    if (row === undefined) throw new Error("The announcement was not made.");
    await beginDocuments(tx, row.id, { announcement: row.text });
    tell(tx, row.id, { type: "announcement.created", payload: { audience: input.audience.kind } });
    return announcementOf(row);
  });
}

/**
 * Changes the fields that are given; another text is a revision of it. Faults: `access.role-missing`, `announcement.not-found`,
 * `announcement.stale`, `announcement.bad-time`, `team.not-found`, `agent.not-found`.
 */
export function updateAnnouncement(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly announcementId: string; readonly version: number; readonly change: AnnouncementChange },
): Promise<Announcement> {
  requireRole(actor, "admin", "change announcements");
  return transact(deps, actor, async (tx) => {
    const before = await lockAnnouncement(tx, input.announcementId);
    requireVersion("announcement", before, input);
    const { change } = input;
    const audience = change.audience === undefined ? before : await requireAudience(tx, change.audience);
    const startsAt = change.startsAt === undefined ? before.startsAt : new Date(change.startsAt);
    const endsAt = endOf(change, before);
    requireTime(startsAt, endsAt);
    const row = await tx.unit.first<AnnouncementRow>(
      `update announcements set text = $2, team_id = $3, agent_id = $4, starts_at = $5, ends_at = $6, version = version + 1
       where id = $1 returning ${ANNOUNCEMENT_COLUMNS}`,
      [before.id, storableText(change.text ?? before.text), audience.teamId, audience.agentId, startsAt, endsAt],
    );
    const after = row ?? before;
    await recordDocument(tx, { kind: "announcement", ownerId: before.id }, { before: before.text, text: after.text });
    const payload = { fields: Object.keys(change), version: after.version };
    tell(tx, before.id, { type: "announcement.updated", payload });
    return announcementOf(after);
  });
}

/** Ends an announcement now; one that has ended stays as it is. Faults: `access.role-missing`, `announcement.not-found`. */
export function endAnnouncement(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly announcementId: string },
): Promise<Announcement> {
  requireRole(actor, "admin", "end announcements");
  return transact(deps, actor, async (tx) => {
    const before = await lockAnnouncement(tx, input.announcementId);
    const row = await tx.unit.first<AnnouncementRow>(
      `update announcements set starts_at = least(starts_at, cadre_now()), ends_at = cadre_now(), version = version + 1
       where id = $1 and (ends_at is null or ends_at > cadre_now()) returning ${ANNOUNCEMENT_COLUMNS}`,
      [before.id],
    );
    if (row === undefined) return announcementOf(before);
    tell(tx, before.id, { type: "announcement.ended", payload: {} });
    return announcementOf(row);
  });
}

function endOf({ endsAt }: AnnouncementChange, before: AnnouncementRow): Date | null {
  if (endsAt === undefined) return before.endsAt;
  return endsAt === null ? null : new Date(endsAt);
}

function tell(
  tx: Transaction,
  id: string,
  event: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> },
): void {
  tx.unit.emit({ ...event, entity: { kind: "announcement", id }, actor: tx.actor });
}
