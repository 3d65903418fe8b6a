import type { SignIn } from "@cadre/domain";

export type SignInRow = { id: string; userAgent: string; createdAt: Date; lastSeenAt: Date; expiresAt: Date };

export const SIGN_IN_COLUMNS = "id, user_agent, created_at, last_seen_at, expires_at";

export function signInOf(row: SignInRow, currentId: string | undefined): SignIn {
  return {
    id: row.id,
    userAgent: row.userAgent,
    isCurrent: row.id === currentId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
