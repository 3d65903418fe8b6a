import type pg from "pg";
import { isConnectionLost } from "./lost-connection.ts";

/** After this long without use a connection goes back to its pool, which closes it in the end. */
const KEPT_MS = 1_000;

/** The connections of a pool, for work that takes one, sends, and gives it back. */
export type Connections = {
  /** A connection that was in use a moment ago, at once; else one of the pool's. */
  take(): pg.PoolClient | Promise<pg.PoolClient>;
  /** `broken` is why it can be used no more. */
  giveBack(client: pg.PoolClient, broken?: Error): void;
  /** Gives everything back to the pool. */
  close(): void;
};

type Kept = { readonly client: pg.PoolClient; readonly onBroken: (error: Error) => void };

/**
 * Keeps some connections at hand that were in use a moment ago: through the pool's queue even an idle one takes a turn of the event loop.
 * Half of the pool is left to those who ask it, and nothing is kept while somebody waits for it.
 */
export function createConnections(pool: pg.Pool): Connections {
  const most = Math.floor(pool.options.max / 2);
  let kept: Kept[] = [];
  let usedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const giveUp = ({ client, onBroken }: Kept, error?: Error): void => {
    kept = kept.filter((other) => other.client !== client);
    client.off("error", onBroken);
    client.release(error);
  };
  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const own of kept) giveUp(own);
  };
  const closeWhenIdle = (): void => {
    const idleMs = performance.now() - usedAt;
    if (idleMs >= KEPT_MS) close();
    else timer = setTimeout(closeWhenIdle, KEPT_MS - idleMs).unref();
  };

  return {
    take() {
      const last = kept.pop();
      if (last === undefined) return pool.connect();
      last.client.off("error", last.onBroken);
      usedAt = performance.now();
      return last.client;
    },
    giveBack(client, broken) {
      if (broken !== undefined || pool.ending || pool.waitingCount > 0 || kept.length >= most) {
        client.release(broken);
        return;
      }
      const own: Kept = {
        client,
        onBroken(error) {
          giveUp(own, error);
          pool.emit("error", error, client);
        },
      };
      client.on("error", own.onBroken);
      kept.push(own);
      usedAt = performance.now();
      if (timer === undefined) closeWhenIdle();
    },
    close,
  };
}

/** Works with a connection, and gives it back however the work ends. `breaks` says that it can be used no more. */
export async function onConnection<T>(
  connections: Connections,
  work: (client: pg.PoolClient, breaks: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await connections.take();
  let broken: Error | undefined;
  const breaks = (error: Error): void => void (broken ??= error);
  // A connection that dies between two statements has nobody else to tell: unheard, its error would end the process.
  client.on("error", breaks);
  try {
    return await work(client, breaks);
  } catch (error) {
    if (isConnectionLost(error)) breaks(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    client.off("error", breaks);
    connections.giveBack(client, broken);
  }
}

/** What is sent from here to the end of this turn of the event loop leaves in one write, and wakes the server once. */
export function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
