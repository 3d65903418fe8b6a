import type { Announcement, AnnouncementAudience } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

export type AnnouncementRow = {
  readonly id: string;
  readonly text: string;
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly isInForce: boolean;
  readonly createdAt: Date;
  readonly version: number;
};

export const ANNOUNCEMENT_COLUMNS = `id, text, team_id, agent_id, starts_at, ends_at, created_at, version,
  starts_at <= cadre_now() and (ends_at is null or ends_at > cadre_now()) as is_in_force`;

export function announcementOf(row: AnnouncementRow): Announcement {
  return {
    id: row.id,
    text: row.text,
    audience: audienceOf(row),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    isInForce: row.isInForce,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}

function audienceOf({ teamId, agentId }: AnnouncementRow): AnnouncementAudience {
  if (teamId !== null) return { kind: "team", teamId };
  return agentId === null ? { kind: "everyone" } : { kind: "agent", agentId };
}

/** The ids of an audience, which exist. Faults: `team.not-found`, `agent.not-found`. */
export async function requireAudience(
  tx: Transaction,
  audience: AnnouncementAudience,
): Promise<{ readonly teamId: string | null; readonly agentId: string | null }> {
  switch (audience.kind) {
    case "everyone":
      return { teamId: null, agentId: null };
    case "team": {
      const { teamId } = audience;
      const text = "select 1 from teams where id = $1 and organization_id = $2 for key share";
      const team = await tx.unit.first(text, [teamId, tx.unit.organizationId]);
      return team === undefined ? missing("team", teamId) : { teamId, agentId: null };
    }
    case "agent": {
      const { agentId } = audience;
      const text = "select 1 from agents where id = $1 and organization_id = $2 and deleted_at is null for key share";
      const agent = await tx.unit.first(text, [agentId, tx.unit.organizationId]);
      return agent === undefined ? missing("agent", agentId) : { teamId: null, agentId };
    }
  }
}

function missing(kind: "team" | "agent", id: string): never {
  throw new Fault("not-found", `${kind}.not-found`, {
    message: `There is no ${kind} ${id} to tell anything. List the ${kind}s to find it.`,
    field: `audience.${kind}Id`,
  });
}

/** The announcement, locked until the unit ends. Fault: `announcement.not-found`. */
export async function lockAnnouncement(tx: Transaction, announcementId: string): Promise<AnnouncementRow> {
  const row = await tx.unit.first<AnnouncementRow>(
    `select ${ANNOUNCEMENT_COLUMNS} from announcements where id = $1 and organization_id = $2 for no key update`,
    [announcementId, tx.unit.organizationId],
  );
  return row ?? missingAnnouncement(announcementId);
}

export function missingAnnouncement(announcementId: string): never {
  throw new Fault("not-found", "announcement.not-found", {
    message: `There is no announcement ${announcementId}. List the announcements to find it.`,
  });
}

/** Fault `announcement.bad-time` when it would end before it begins. */
export function requireTime(startsAt: Date, endsAt: Date | null): void {
  if (endsAt === null || endsAt.getTime() >= startsAt.getTime()) return;
  throw new Fault("invalid", "announcement.bad-time", {
    message: "The announcement would end before it begins. Choose a later end.",
    field: "endsAt",
  });
}
