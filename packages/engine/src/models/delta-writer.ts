import type { Database } from "@cadre/database";
import { API_LIMITS, RUN_LIMITS, storableText } from "@cadre/shared";
import type { ClaimRef } from "../claim.ts";

/** A piece of a reply while it comes in. `kind` says what it is a piece of: text, thinking, call, output … */
export type Delta = { readonly claim: ClaimRef; readonly step: number; readonly kind: string; readonly text: string };

export type DeltaWriter = {
  /** Takes a piece; it is written with the others of this process within 50 ms. */
  write(delta: Delta): void;
  /** Writes what is pending now. Never rejects: deltas are for watching, and the log has the whole reply later. */
  flush(): Promise<void>;
};

type Pending = { readonly delta: Delta; readonly seq: number; text: string };

const INSERT = `insert into model_deltas (run_id, fence, step, seq, organization_id, kind, text)
  select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[])
  on conflict do nothing`;

/** One counter for the process is enough: a fence belongs to one process, and readers only need the order. */
const MAX_SEQ = API_LIMITS.rowNumberMax;

/**
 * Collects deltas of all claims of a process and writes them in one statement each 50 ms. Pieces of one kind that follow each other
 * are one row. `onLost` hears of rows that could not be written.
 */
export function createDeltaWriter(
  database: Pick<Database, "query">,
  onLost: (error: unknown, rows: number) => void,
): DeltaWriter {
  let pending: Pending[] = [];
  let seq = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const writeRows = async (): Promise<void> => {
    const rows = pending;
    pending = [];
    if (rows.length === 0) return;
    const columns = [
      rows.map(({ delta }) => delta.claim.runId),
      rows.map(({ delta }) => delta.claim.fence),
      rows.map(({ delta }) => delta.step),
      rows.map(({ seq }) => seq),
      rows.map(({ delta }) => delta.claim.organizationId),
      rows.map(({ delta }) => delta.kind),
      rows.map(({ text }) => storableText(text)),
    ];
    await database.query(INSERT, columns).catch((error: unknown) => onLost(error, rows.length));
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(writeRows);
    return flushing;
  };

  return {
    write(delta) {
      const last = pending.findLast((row) => row.delta.claim.runId === delta.claim.runId);
      if (last !== undefined && isSameStream(last.delta, delta)) last.text += delta.text;
      else pending.push({ delta, seq: (seq = (seq + 1) % MAX_SEQ), text: delta.text });
      timer ??= setTimeout(() => void flush(), RUN_LIMITS.deltaFlushMs);
    },
    flush,
  };
}

function isSameStream(one: Delta, other: Delta): boolean {
  return one.claim.fence === other.claim.fence && one.step === other.step && one.kind === other.kind;
}

/** Deletes deltas past their hour: the log has what they said. */
export async function purgeDeltas(deps: { readonly database: Pick<Database, "query"> }): Promise<void> {
  await deps.database.query(
    "delete from model_deltas where created_at < cadre_now() - make_interval(secs => $1::int / 1000.0)",
    [API_LIMITS.deltaRetentionMs],
  );
}
