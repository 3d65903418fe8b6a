import type { ApiKey, Role } from "@cadre/domain";

export type ApiKeyRow = {
  id: string;
  personId: string;
  name: string;
  role: Role;
  keyPrefix: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
};

export const API_KEY_COLUMNS =
  "id, person_id, name, role, key_prefix, expires_at, last_used_at, revoked_at, created_at";

export function apiKeyOf(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    personId: row.personId,
    name: row.name,
    role: row.role,
    prefix: row.keyPrefix,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
