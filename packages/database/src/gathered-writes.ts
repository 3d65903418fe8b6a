import type { Duplex } from "node:stream";
import type pg from "pg";
import { type Asked, gathered } from "./gathered.ts";
import { runStatement, type SqlValue } from "./statement.ts";

type Write = {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** What it locks first. */
  readonly lockId: string;
};

type Rows = unknown[];

const MOST = 32;
const AT_ONCE = 2;

/**
 * Runs single statements, each as if in a commit of its own. Those that come while others are on their way share one: many agents then
 * cost few commits. When such a commit fails, each of its statements is run alone and gets its own answer.
 */
export function gatheredWrites(pool: pg.Pool): (write: Write) => Promise<Rows> {
  const alone = ({ text, values }: Write): Promise<Rows> => runStatement(pool, text, values);
  return gathered<Write, Rows>(
    async (batch) => {
      const [first, ...others] = batch;
      if (first === undefined) return;
      if (others.length === 0) return first.answer(await alone(first.ask));
      // One order for everybody, so that nobody waits in a circle.
      const ordered = batch.toSorted((a, b) => (a.ask.lockId < b.ask.lockId ? -1 : 1));
      const results = await together(pool, ordered);
      for (const [nth, { ask, answer }] of ordered.entries()) answer(results?.[nth] ?? alone(ask));
    },
    { most: MOST, atOnce: AT_ONCE },
  );
}

/** Undefined when one of them failed: nothing was written then. */
async function together(pool: pg.Pool, batch: readonly Asked<Write, Rows>[]): Promise<Rows[] | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error): void => void (broken = error);
  client.on("error", onBroken);
  try {
    const [begun, rows, ended] = inOneWrite(client, () => [
      client.query("begin"),
      batch.map(({ ask }) => runStatement<unknown>(client, ask.text, ask.values)),
      client.query("commit"),
    ]);
    const [results] = await Promise.all([Promise.allSettled(rows), Promise.allSettled([begun, ended])]);
    if ((await ended).command !== "COMMIT") return undefined;
    return results.map((result) => (result.status === "fulfilled" ? result.value : []));
  } catch (error) {
    broken ??= error instanceof Error ? error : new Error(String(error));
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
