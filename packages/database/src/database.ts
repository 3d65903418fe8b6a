import { Fault, type NewId } from "@cadre/shared";
import type pg from "pg";
import { type Connections, createConnections, onConnection, sendTogether } from "./connections.ts";
import { gatheredWrites, type Write } from "./gathered-writes.ts";
import { sqlStateOf } from "./lost-connection.ts";
import { createPool } from "./pool.ts";
import type { AnyRowsStatement, ColumnTypes, RowOf, RowsStatement } from "./rows-statement.ts";
import { isPlannedWithValues, runStatement, type SqlValue } from "./statement.ts";
import { Unit } from "./unit.ts";

/** Conflicts that the same work simply wins on another try: serialization failure and deadlock. */
const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRIES = 4;

export type DatabaseOptions = {
  readonly url: string;
  readonly applicationName: string;
  readonly newId: NewId;
  readonly maxConnections?: number;
  readonly onIdleError?: (error: Error) => void;
  /** Called after a commit that wrote events. A hint: it is not called when the process dies between the two. */
  readonly onEvents?: () => void;
};

/** The only door to Postgres. Business writes go through `unit`; `query` is for single reads outside a transaction. */
export type Database = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly newId: NewId;
  /**
   * Runs `work` in one transaction (I4): commits with its events, then rings its hints. Any throw rolls everything back.
   * `work` may run again after a deadlock, so it must touch nothing but the unit.
   */
  unit<T>(organizationId: string, work: (unit: Unit) => Promise<T>): Promise<T>;
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Writes one row by a statement that is a commit of its own, of which an executor makes many at the same time: they share commits, and
   * each gets its own rows or its own failure. `lockId` names what it locks first: by it nobody waits in a circle.
   */
  write<Row, C extends ColumnTypes>(lockId: string, statement: RowsStatement<C>, row: RowOf<C>): Promise<Row[]>;
  close(): Promise<void>;
};

export function openDatabase(options: DatabaseOptions): Database {
  const pool = createPool({
    url: options.url,
    max: options.maxConnections ?? 10,
    applicationName: options.applicationName,
    onIdleError: options.onIdleError ?? (() => undefined),
  });

  const connections = createConnections(pool);
  const ofUnits = reachable(connections);
  const writes = gatheredWrites(connections);
  const ringEvents = options.onEvents ?? (() => undefined);

  function once<T>(organizationId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return onConnection(ofUnits, async (client, breaks) => {
      try {
        // Nothing waits for `begin`: it travels with the first statements, and `commit` with the events.
        sendTogether(client);
        const begun = client.query("begin");
        begun.catch(() => undefined);
        const unit = new Unit(client, { organizationId, newId: options.newId });
        const result = await work(unit);
        sendTogether(client);
        const [, , ended] = await Promise.all([begun, unit.flush(), client.query("commit")]);
        if (ended.command !== "COMMIT") throw swallowed();
        unit.runAfterCommit();
        if (unit.hasEvents) ringEvents();
        return result;
      } catch (error) {
        await client.query("rollback").catch(breaks);
        throw error;
      }
    });
  }

  return {
    url: options.url,
    pool,
    newId: options.newId,
    async unit(organizationId, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(organizationId, work);
        } catch (error) {
          if (attempt >= MAX_TRIES || !RETRIED_STATES.has(sqlStateOf(error) ?? "")) throw error;
        }
      }
    },
    query: (text, values = []) =>
      isPlannedWithValues(text)
        ? once("", (unit) => unit.query(text, values))
        : onConnection(connections, (client) => runStatement(client, text, values)),
    async write<Row>(lockId: string, statement: AnyRowsStatement, row: Write["row"]) {
      const rows = await writes({ lockId, statement, row });
      ringEvents();
      return rows as unknown as Row[];
    },
    close() {
      connections.close();
      return pool.end();
    },
  };
}

/** Postgres rolls back when a commit follows a failed statement; whoever caught that failure would report a success. */
function swallowed(): Error {
  return new Error("Nothing was written: a statement of this transaction failed, and its error was caught on the way.");
}

/** The same connections; that there is none is told for people. */
function reachable(connections: Connections): Connections {
  return {
    ...connections,
    async take() {
      try {
        return await connections.take();
      } catch (cause) {
        throw new Fault("unavailable", "database.unreachable", {
          message: "The database does not answer. Nothing was changed; try again in a moment.",
          cause,
        });
      }
    },
  };
}
