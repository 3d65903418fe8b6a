import type { Organization } from "@cadre/domain";

export type OrganizationRow = {
  id: string;
  name: string;
  slug: string;
  timeZone: string;
  contextText: string;
  policiesText: string;
  pausedAt: Date | null;
  pausedBy: string | null;
  version: number;
  createdAt: Date;
};

export const ORGANIZATION_COLUMNS =
  "id, name, slug, time_zone, context_text, policies_text, paused_at, paused_by, version, created_at";

export function organizationOf(row: OrganizationRow): Organization {
  return { ...row, pausedAt: row.pausedAt?.toISOString() ?? null, createdAt: row.createdAt.toISOString() };
}
