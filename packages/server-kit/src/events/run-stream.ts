import type { Database } from "@cadre/database";
import { API_LIMITS } from "@cadre/shared";
import { pause } from "../leader.ts";

/** Where a watcher stands in what a run's models wrote: the last piece it has seen. */
export type RunCursor = { readonly fence: number; readonly step: number; readonly seq: number };

/** Somebody who watches one run. `write` returns false when they cannot keep up; they are then closed and may come back. */
export type RunWatcher = {
  readonly runId: string;
  readonly cursor: RunCursor | undefined;
  write(frame: string): boolean;
  close(): void;
};

export type RunStream = {
  /** Sends what a run writes from now on, or from the watcher's cursor. Returns what ends it. */
  watch(watcher: RunWatcher): () => void;
  stop(): void;
};

type Stand = { readonly id: string; readonly fence: number; readonly step: number; readonly status: string };

type Delta = RunCursor & { readonly runId: string; readonly kind: string; readonly text: string };

type Watch = { readonly watcher: RunWatcher; cursor: RunCursor; stand: Stand | undefined };

const BEGINNING: RunCursor = { fence: 0, step: 0, seq: -1 };
const OPEN = ["queued", "running", "waiting"];

/**
 * What models write while they write it, for those who watch. Rows are read for all watchers of a process together, only while there is
 * one. Nothing depends on it: the log has every reply once it is whole.
 */
export function createRunStream(database: Database, onProblem: (error: Error, where: string) => void): RunStream {
  const watches = new Set<Watch>();
  const stopped = new AbortController();
  let isReading = false;

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (watches.size > 0 && !stopped.signal.aborted) {
      try {
        await readOnce(database, watches);
      } catch (error) {
        onProblem(error instanceof Error ? error : new Error(String(error)), "run stream");
      }
      await pause(API_LIMITS.runStreamReadMs, stopped.signal);
    }
    isReading = false;
  }

  const ping = setInterval(() => {
    for (const { watcher } of watches) watcher.write(": ping\n\n");
  }, API_LIMITS.eventStreamPingMs);

  return {
    watch(watcher) {
      const watch: Watch = { watcher, cursor: watcher.cursor ?? BEGINNING, stand: undefined };
      watches.add(watch);
      void read();
      return () => void watches.delete(watch);
    },
    stop() {
      stopped.abort();
      clearInterval(ping);
      for (const { watcher } of watches) watcher.close();
      watches.clear();
    },
  };
}

/** The stand is read before the pieces: a step that is told as logged has no pieces that come later. */
async function readOnce(database: Database, watches: ReadonlySet<Watch>): Promise<void> {
  const seen = [...watches];
  const ids = [...new Set(seen.map(({ watcher }) => watcher.runId))];
  const stands = await database.query<Stand>("select id, fence, step, status from runs where id = any($1::text[])", [
    ids,
  ]);
  const standOf = new Map(stands.map((stand) => [stand.id, stand]));
  const pieces = await readPieces(database, seen);
  for (const [at, watch] of seen.entries()) {
    if (watches.has(watch)) tell(watch, { stand: standOf.get(watch.watcher.runId), pieces: pieces.get(at) ?? [] });
  }
}

async function readPieces(database: Database, watches: readonly Watch[]): Promise<Map<number, Delta[]>> {
  const rows = await database.query<Delta & { at: number }>(
    `select w.at, d.* from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[]) as w (at, run_id, fence, step, seq)
     cross join lateral (
       select run_id, fence, step, seq, kind, text from model_deltas
       where run_id = w.run_id and (fence, step, seq) > (w.fence, w.step, w.seq)
       order by fence, step, seq limit $6) d
     order by w.at, d.fence, d.step, d.seq`,
    [
      watches.map((_, at) => at),
      watches.map(({ watcher }) => watcher.runId),
      watches.map(({ cursor }) => cursor.fence),
      watches.map(({ cursor }) => cursor.step),
      watches.map(({ cursor }) => cursor.seq),
      API_LIMITS.runStreamPieces,
    ],
  );
  return Map.groupBy(rows, ({ at }) => at);
}

/** Tells one watcher what is new, oldest first: pieces, what is in the log now, the end. */
function tell(watch: Watch, news: { readonly stand: Stand | undefined; readonly pieces: readonly Delta[] }): void {
  const { watcher, stand: before } = watch;
  const { stand, pieces } = news;
  const frames: string[] = [];
  if (stand !== undefined && stand.fence !== before?.fence) frames.push(frame("attempt", { fence: stand.fence }));
  for (const piece of pieces) {
    watch.cursor = { fence: piece.fence, step: piece.step, seq: piece.seq };
    if (isCurrent(piece, stand)) frames.push(deltaFrame(piece));
  }
  if (stand !== undefined && stand.step !== before?.step) frames.push(frame("step", { step: stand.step }));
  watch.stand = stand;
  const isOver = (stand === undefined || !OPEN.includes(stand.status)) && pieces.length < API_LIMITS.runStreamPieces;
  if (isOver) frames.push(frame("end", { status: stand?.status ?? "gone" }));
  const keepsUp = frames.length === 0 || watcher.write(frames.join(""));
  if (isOver || !keepsUp) watcher.close();
}

/** Pieces of a lost attempt, and those of replies that are whole in the log, say nothing any more. A tool may still be at work. */
function isCurrent(piece: Delta, stand: Stand | undefined): boolean {
  if (stand === undefined || piece.fence < stand.fence) return false;
  return piece.step > stand.step || (piece.step === stand.step && piece.kind === "output");
}

function deltaFrame({ fence, step, seq, kind, text }: Delta): string {
  return `id: ${fence}-${step}-${seq}\n${frame("delta", { fence, step, seq, kind, text })}`;
}

function frame(event: string, content: Readonly<Record<string, unknown>>): string {
  return `event: ${event}\ndata: ${JSON.stringify(content)}\n\n`;
}
