import type { Duplex } from "node:stream";
import type pg from "pg";
import { type Asked, gathered } from "./gathered.ts";
import { isConnectionLost } from "./lost-connection.ts";
import { type AnyRowsStatement, rowsValues } from "./rows-statement.ts";
import { runStatement } from "./statement.ts";

export type Write = {
  readonly statement: AnyRowsStatement;
  readonly row: Readonly<Record<string, string | number | boolean | null>>;
  /** What it locks first. */
  readonly lockId: string;
};

type Rows = readonly { readonly nth: number }[];
type Kind = readonly Asked<Write, Rows>[];

const MOST = 32;
const AT_ONCE = 1;

/**
 * Writes single rows, each as if in a commit of its own. Those that come while others are on their way share a commit, and those of one
 * kind a statement: many agents then cost few of both. When such a commit fails, each of its rows is written alone and gets its own answer.
 */
export function gatheredWrites(pool: pg.Pool): (write: Write) => Promise<Rows> {
  return gathered<Write, Rows>(
    async (batch) => {
      // One order for everybody, so that nobody waits in a circle.
      const ordered = batch.toSorted((a, b) => (a.ask.lockId < b.ask.lockId ? -1 : 1));
      const kinds = [...Map.groupBy(ordered, ({ ask }) => ask.statement).values()];
      try {
        const results = await (kinds.length === 1
          ? Promise.all(kinds.map((kind) => run(pool, kind)))
          : together(pool, kinds));
        for (const [nth, kind] of kinds.entries()) answerEach(kind, results[nth] ?? []);
      } catch (error) {
        // What became of a commit whose connection broke is unknown: nothing of it may be written again.
        if (batch.length === 1 || isConnectionLost(error)) throw error;
        for (const asked of batch) asked.answer(run(pool, [asked]));
      }
    },
    { most: MOST, atOnce: AT_ONCE },
  );
}

function run(client: Pick<pg.ClientBase, "query">, kind: Kind): Promise<Rows> {
  const statement = kind[0]?.ask.statement;
  if (statement === undefined) return Promise.resolve([]);
  return runStatement(
    client,
    statement.text,
    rowsValues(
      statement,
      kind.map(({ ask }) => ask.row),
    ),
  );
}

function answerEach(kind: Kind, rows: Rows): void {
  const byPlace = Map.groupBy(rows, ({ nth }) => nth);
  for (const [at, { answer }] of kind.entries()) answer(byPlace.get(at + 1) ?? []);
}

/** Several statements in one transaction. Fails with what failed first; nothing was written then, unless the connection broke. */
async function together(pool: pg.Pool, kinds: readonly Kind[]): Promise<Rows[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error): void => void (broken = error);
  client.on("error", onBroken);
  try {
    const [begun, rows, ended] = inOneWrite(client, () => [
      client.query("begin"),
      kinds.map((kind) => run(client, kind)),
      client.query("commit"),
    ]);
    await Promise.allSettled([begun, ...rows, ended]);
    await begun;
    const results = await Promise.all(rows);
    await ended;
    return results;
  } catch (error) {
    if (isConnectionLost(error)) broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off("error", onBroken);
    client.release(broken);
  }
}

/** Hands everything that is sent meanwhile to the system at once: each write of its own costs as much as a small statement. */
function inOneWrite<T>(client: pg.ClientBase, send: () => T): T {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
