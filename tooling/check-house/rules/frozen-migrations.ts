import { createHash } from "node:crypto";
import type { House, HouseRule } from "../house-rule.ts";

export const MIGRATION_LOCK = "prisma/migrations.lock.json";

/** A migration that somebody may have run is never edited: databases out there would differ from new ones for ever. */
export const frozenMigrations: HouseRule = {
  name: "frozen-migrations",
  check: (house) => {
    const locked = lockedChecksums(house);
    const current = migrationChecksums(house);
    const changed = Object.keys(locked).filter((name) => current[name] !== locked[name]);
    const missing = Object.keys(current).filter((name) => locked[name] === undefined);
    return [
      ...changed.map((name) => `${name} was edited or removed. Put it back and write a new migration.`),
      ...missing.map((name) => `${name} is not in ${MIGRATION_LOCK}. Run: node tooling/check-house/lock-migrations.ts`),
    ];
  },
};

export function lockedChecksums({ files }: House): Record<string, string> {
  const lock = files.find(({ path }) => path === MIGRATION_LOCK);
  return lock === undefined ? {} : JSON.parse(lock.text);
}

export function migrationChecksums({ files }: House): Record<string, string> {
  const migrations = files.filter(({ path }) => /^prisma\/migrations\/[^/]+\/migration\.sql$/.test(path));
  return Object.fromEntries(
    migrations.map(({ path, text }) => [path.split("/")[2] ?? path, createHash("sha256").update(text).digest("hex")]),
  );
}
