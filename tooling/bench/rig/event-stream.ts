import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { type Child, startChild } from "./child.ts";
import type { Company } from "./company.ts";
import { freePort } from "@cadre/standalone/postgres";
import { type Server, startApi } from "./servers.ts";

const HEARTBEAT_WORKER = join(import.meta.dirname, "../../../apps/heartbeat-worker/dist/main.js");
const PROGRAMS = join(import.meta.dirname, "../programs");
const DEADLINE_MS = 20_000;

/** So many browsers look at one organization. */
export const CLIENTS = 1_000;

export type Arrivals = { readonly complete: number; readonly arrivals: readonly number[] };

/** A server of a stream with clients that read it, and count what they miss or get twice. */
export type ReadStream = {
  readonly server: Server;
  /** Resolves when every client has so many events in all; arrivals are those since the last call, in µs of the monotonic clock. */
  received(events: number): Promise<Arrivals>;
  /** Every second client breaks its line and comes back with its last id. */
  reconnectHalf(): void;
  tally(): Promise<{ readonly lost: number; readonly doubled: number; readonly events: number }>;
};

/** The product's own stream: API and heartbeat worker as they are deployed. */
export async function openEventStream(bench: Bench, company: Company): Promise<ReadStream> {
  const worker = startChild(bench, HEARTBEAT_WORKER, {
    CADRE_LOG_LEVEL: "warn",
    CADRE_MONITOR_PORT: "",
    DATABASE_URL: company.databaseUrl,
    REDIS_URL: "",
    CADRE_HOME: company.deps.dataFolder,
  });
  await worker.message("ready");
  return readBy(bench, await startApi(bench, company, undefined), { path: "/api/v1/events", key: company.apiKey });
}

/** The bare peer: one prepared `res.write` for each client. */
export async function openBareStream(bench: Bench): Promise<ReadStream> {
  const port = await freePort();
  const process = startChild(bench, join(PROGRAMS, "bare-stream.ts"), { BENCH_PORT: String(port) });
  await process.message("ready");
  return readBy(bench, { port, process }, { path: "/", key: "none" });
}

async function readBy(
  bench: Bench,
  server: Server,
  where: { readonly path: string; readonly key: string },
): Promise<ReadStream> {
  const readers: Child = startChild(bench, join(PROGRAMS, "event-readers.ts"), {});
  await readers.message("ready");
  readers.send({ type: "open", port: server.port, clients: CLIENTS, ...where });
  await readers.message("opened");
  return {
    server,
    async received(events) {
      readers.send({ type: "await", events, deadlineMs: DEADLINE_MS });
      return readers.message<Arrivals>("got");
    },
    reconnectHalf: () => readers.send({ type: "reconnect" }),
    async tally() {
      readers.send({ type: "tally" });
      return readers.message("tally");
    },
  };
}
