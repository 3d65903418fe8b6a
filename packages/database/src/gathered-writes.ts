import type pg from "pg";
import { type Connections, onConnection, sendTogether } from "./connections.ts";
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
export function gatheredWrites(connections: Connections): (write: Write) => Promise<Rows> {
  return gathered<Write, Rows>(
    async (batch) => {
      // One order for everybody, so that nobody waits in a circle.
      const ordered = batch.toSorted((a, b) => (a.ask.lockId < b.ask.lockId ? -1 : 1));
      const kinds = [...Map.groupBy(ordered, ({ ask }) => ask.statement).values()];
      try {
        const results = await (kinds.length === 1
          ? Promise.all(kinds.map((kind) => alone(connections, kind)))
          : together(connections, kinds));
        for (const [nth, kind] of kinds.entries()) answerEach(kind, results[nth] ?? []);
      } catch (error) {
        // What became of a commit whose connection broke is unknown: nothing of it may be written again.
        if (batch.length === 1 || isConnectionLost(error)) throw error;
        for (const asked of batch) asked.answer(alone(connections, [asked]));
      }
    },
    { most: MOST, atOnce: AT_ONCE },
  );
}

function alone(connections: Connections, kind: Kind): Promise<Rows> {
  return onConnection(connections, (client) => run(client, kind));
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
function together(connections: Connections, kinds: readonly Kind[]): Promise<Rows[]> {
  return onConnection(connections, async (client) => {
    sendTogether(client);
    const begun = client.query("begin");
    const rows = kinds.map((kind) => run(client, kind));
    const ended = client.query("commit");
    await Promise.allSettled([begun, ...rows, ended]);
    await begun;
    const results = await Promise.all(rows);
    await ended;
    return results;
  });
}
