/** An exact action of a project that a person approved once and for all. */
export type StandingApproval = {
  readonly id: string;
  readonly projectId: string;
  readonly tool: string;
  readonly action: string;
  readonly approvedBy: string;
  readonly revokedAt: string | null;
  readonly createdAt: string;
};

export type StandingRow = Omit<StandingApproval, "revokedAt" | "createdAt"> & {
  revokedAt: Date | null;
  createdAt: Date;
};

export const STANDING_COLUMNS = "id, project_id, tool, action, approved_by, revoked_at, created_at";

export function standingOf(row: StandingRow): StandingApproval {
  return { ...row, revokedAt: row.revokedAt?.toISOString() ?? null, createdAt: row.createdAt.toISOString() };
}
