import type pg from "pg";
import { type Connections, onConnection, sendTogether } from "./connections.ts";
import { type Asked, gathered } from "./gathered.ts";
import { isConnectionLost, sqlStateOf } from "./lost-connection.ts";
import { type AnyRow, type AnyRowsStatement, askedRows } from "./rows-statement.ts";
import { runStatement } from "./statement.ts";

export type Write = {
  readonly statement: AnyRowsStatement;
  readonly row: AnyRow;
  /** What it locks first. */
  readonly lockId: string;
};

type Rows = readonly { readonly nth: number }[];
type Kind = readonly Asked<Write, Rows>[];

const MOST = 32;
const AT_ONCE = 1;

/** A statement that waited for a lock for as long as it may. */
const LOCK_TIMEOUT = "55P03";

/**
 * Writes single rows, each as if in a commit of its own. Those that come while others are on their way share a commit, and those of one
 * kind a statement: many agents then cost few of both. When such a commit fails, each of its rows is written alone and gets its own
 * answer, and so is one whose patience ended.
 */
export function gatheredWrites(connections: Connections): (write: Write) => Promise<Rows> {
  return gathered<Write, Rows>(
    async (batch) => {
      // One order for everybody, so that nobody waits in a circle.
      const ordered = batch.toSorted((a, b) => (a.ask.lockId < b.ask.lockId ? -1 : 1));
      const kinds = [...Map.groupBy(ordered, ({ ask }) => ask.statement).values()];
      try {
        const results = await (kinds.length === 1
          ? Promise.all(kinds.map((kind) => onConnection(connections, (client) => run(client, kind, "briefly"))))
          : together(connections, kinds));
        for (const [nth, kind] of kinds.entries()) answerEach(kind, results[nth] ?? []);
      } catch (error) {
        // What became of a commit whose connection broke is unknown: nothing of it may be written again.
        if (isConnectionLost(error) || (batch.length === 1 && sqlStateOf(error) !== LOCK_TIMEOUT)) throw error;
        for (const asked of batch) asked.answer(onConnection(connections, (client) => run(client, [asked], "long")));
      }
    },
    { most: MOST, atOnce: AT_ONCE },
  );
}

function run(client: Pick<pg.ClientBase, "query">, kind: Kind, waits: "briefly" | "long"): Promise<Rows> {
  const [first] = kind;
  if (first === undefined) return Promise.resolve([]);
  const rows = kind.map(({ ask }) => ask.row);
  const { text, values } = askedRows(first.ask.statement, rows, waits);
  return runStatement(client, text, values);
}

function answerEach(kind: Kind, rows: Rows): void {
  const byPlace = Map.groupBy(rows, ({ nth }) => nth);
  for (const [at, { answer }] of kind.entries()) answer(byPlace.get(at + 1) ?? []);
}

/** Several statements in one transaction. Fails with what failed first; nothing was written then, unless the connection broke. */
function together(connections: Connections, kinds: readonly Kind[]): Promise<Rows[]> {
  return onConnection(connections, async (client) => {
    sendTogether(client);
    const begun = client.query("begin");
    const rows = kinds.map((kind) => run(client, kind, "briefly"));
    const ended = client.query("commit");
    await Promise.allSettled([begun, ...rows, ended]);
    await begun;
    const results = await Promise.all(rows);
    await ended;
    return results;
  });
}
