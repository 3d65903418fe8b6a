import { Fault } from "@cadre/shared";

/** A stored payload of any version: what an older program wrote, before it is one of today's kinds. */
export type StoredPayload = Readonly<Record<string, unknown>> & { readonly kind: string; readonly v: number };

/** Makes one version of one kind the next. Pure, and numbered by its place in the list: none is ever changed or removed. */
type EntryMigration = {
  readonly kind: string;
  readonly from: number;
  readonly migrate: (payload: StoredPayload) => Readonly<Record<string, unknown>>;
};

/** Every change of a stored format there ever was. The log itself is never rewritten; it is read through these. */
export const ENTRY_MIGRATIONS: readonly EntryMigration[] = [
  {
    // 1: what a collapse hands over was called `text` at first, and stood under either name for a while (TW-52).
    kind: "collapse-context",
    from: 1,
    migrate: ({ text, ...payload }) => ({ ...payload, summary: payload.summary ?? text ?? "" }),
  },
];

const MIGRATED: ReadonlyMap<string, number> = new Map(ENTRY_MIGRATIONS.map(({ kind, from }) => [kind, from + 1]));

/** The version that a kind is written in today: 1, or the one that its last migration made. */
export function currentVersion(kind: string): number {
  return MIGRATED.get(kind) ?? 1;
}

/**
 * A stored payload in today's format, whatever version wrote it. Fault: `session.entry-too-new` for one of a version that this program
 * does not know yet: to read it as something else would lose what it says.
 */
export function upgradedPayload(payload: StoredPayload): StoredPayload {
  const known = currentVersion(payload.kind);
  if (payload.v === known) return payload;
  if (payload.v > known) {
    throw new Fault("unavailable", "session.entry-too-new", {
      message: `An entry of kind ${payload.kind} has version ${payload.v}; this program reads up to ${known}. Update Cadre here as well.`,
      details: { kind: payload.kind, v: payload.v, known },
    });
  }
  let upgraded = payload;
  for (const { kind, from, migrate } of ENTRY_MIGRATIONS) {
    if (upgraded.kind === kind && upgraded.v === from) upgraded = { ...migrate(upgraded), kind, v: from + 1 };
  }
  return upgraded;
}
