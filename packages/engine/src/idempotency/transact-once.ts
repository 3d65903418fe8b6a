import type { Database } from "@cadre/database";
import type { Actor } from "@cadre/domain";
import type { Json } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { asJson, type IdempotentRequest, storeResponse, takeKey } from "./stored-response.ts";

export type OnceCaller = { readonly actor: Actor; readonly request: IdempotentRequest | undefined };

/**
 * Runs an operation in one transaction and answers with its result as JSON; the same request again gets the same answer and changes
 * nothing. Operations that open their own transaction join this one. A request that failed wrote nothing and may be tried again.
 * Fault: `idempotency.key-reused`, to be shown as 422.
 */
export async function transactOnce(
  deps: EngineDeps,
  caller: OnceCaller,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Json> {
  const { actor, request } = caller;
  if (request === undefined) return transact(deps, actor, async (tx) => asJson(await work(tx)));
  const key = [actor.organizationId, request.principalId, request.key].join("\n");
  return oneAtATime(deps.database, key, () =>
    transact(deps, actor, async (tx) => {
      const known = await takeKey(tx, request);
      if (known !== undefined) return known.response;
      const response = asJson(await work(tx));
      await storeResponse(tx, request, response);
      return response;
    }),
  );
}

/** Requests under way in this process, by key. */
const underWay = new WeakMap<Database, Map<string, Promise<void>>>();

/**
 * Lets one request of a key into the database at a time. Without it a thousand repeats would wait inside the database with every
 * connection of the pool, and the first could not get a second one for its reads.
 */
async function oneAtATime<T>(database: Database, key: string, run: () => Promise<T>): Promise<T> {
  const running = underWay.get(database) ?? new Map<string, Promise<void>>();
  underWay.set(database, running);
  for (let before = running.get(key); before !== undefined; before = running.get(key)) await before;
  const { promise, resolve } = Promise.withResolvers<void>();
  running.set(key, promise);
  try {
    return await run();
  } finally {
    running.delete(key);
    resolve();
  }
}
