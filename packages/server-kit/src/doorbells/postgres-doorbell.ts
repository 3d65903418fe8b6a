import { createPostgresBackend, withBackend } from "bullmq";
import type pg from "pg";
import { hintSender, jobHandler, RUN_QUEUE, type RunHint, WORKER_POLICY } from "./bullmq-hints.ts";
import type { DoorbellLink, LinkOptions } from "./doorbell-link.ts";
import { listenOnPostgres } from "./postgres-listener.ts";
import { throttled } from "./throttled.ts";

const CONTROL_CHANNEL = "cadre_control";
const EVENTS_CHANNEL = "cadre_events";
const POSITIONS_CHANNEL = "cadre_positions";
const QUEUE_SCHEMA = "bullmq";
const { Queue, Worker } = withBackend(createPostgresBackend);

/**
 * Hints over Postgres, for one machine without Redis: BullMQ's own Postgres backend for runs, NOTIFY outside business
 * transactions for control and events. `pool` is the process's own.
 */
export function createPostgresDoorbell(url: string, pool: pg.Pool, options: LinkOptions): DoorbellLink {
  const { onProblem } = options;
  const connection = { connectionString: url, schema: QUEUE_SCHEMA, migrate: true };
  const queue = new Queue<RunHint>(RUN_QUEUE, { connection });
  queue.on("error", (error) => onProblem(error, "queue"));
  const notify = (channel: string, payload: string): void => {
    pool
      .query({ name: "cadre_notify", text: "select pg_notify($1, $2)", values: [channel, payload] })
      .catch((error: Error) => onProblem(error, `${channel} hint`));
  };

  return {
    doorbell: {
      run: hintSender(queue, onProblem),
      control(hint) {
        // A payload of NOTIFY is limited to 8,000 bytes.
        for (let from = 0; from < hint.runIds.length; from += 200) {
          notify(CONTROL_CHANNEL, hint.runIds.slice(from, from + 200).join(","));
        }
      },
      events: throttled(() => notify(EVENTS_CHANNEL, "")),
    },
    positions: () => notify(POSITIONS_CHANNEL, ""),
    async listen(handlers, { concurrency }) {
      const listener = await listenOnPostgres(
        url,
        {
          [CONTROL_CHANNEL]: (payload) => handlers.control?.(payload === "" ? [] : payload.split(",")),
          [EVENTS_CHANNEL]: () => handlers.events?.(),
          [POSITIONS_CHANNEL]: () => handlers.positions?.(),
        },
        onProblem,
      );
      const worker =
        handlers.run === undefined
          ? undefined
          : new Worker<RunHint>(RUN_QUEUE, jobHandler(handlers, onProblem), {
              connection,
              concurrency,
              drainDelay: 2,
              ...WORKER_POLICY,
            });
      worker?.on("error", (error) => onProblem(error, "worker"));
      return {
        async stop() {
          await worker?.close(true);
          await listener.stop();
        },
      };
    },
    async depth() {
      const counts = await queue.getJobCounts("waiting", "prioritized", "delayed", "active");
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    close: () => queue.close(),
  };
}
