import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { type Child, startChild } from "./child.ts";
import type { Company } from "./company.ts";
import { freePort } from "@cadre/standalone/postgres";

const API = join(import.meta.dirname, "../../../apps/api/dist/main.js");
const PROGRAMS = join(import.meta.dirname, "../programs");
const CONNECTIONS = 50;

export type Server = { readonly port: number; readonly process: Child };

/** The product's API as it is deployed: its own process, with the settings of its environment. */
export async function startApi(bench: Bench, company: Company, redisUrl: string | undefined): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), "cadre-bench-api-"));
  bench.defer(() => rmSync(home, { recursive: true, force: true }));
  const port = await freePort();
  const process = startChild(bench, API, {
    // What is measured is a request, not how many of them one key may send.
    CADRE_RATE_LIMIT: "0",
    CADRE_HOME: home,
    CADRE_PORT: String(port),
    CADRE_LOG_LEVEL: "warn",
    DATABASE_URL: company.databaseUrl,
    REDIS_URL: redisUrl ?? "",
  });
  await process.message("ready");
  return { port, process };
}

/** The bare peer; `answer` is what its fixed route sends. */
export async function startBareFastify(
  bench: Bench,
  settings: { readonly databaseUrl?: string; readonly answer?: string },
): Promise<Server> {
  const port = await freePort();
  const process = startChild(bench, join(PROGRAMS, "bare-fastify.ts"), {
    BENCH_PORT: String(port),
    BENCH_ANSWER: settings.answer ?? "{}",
    DATABASE_URL: settings.databaseUrl ?? "",
  });
  await process.message("ready");
  return { port, process };
}

export type HttpRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly key?: string;
  /** One for each connection, in turn. */
  readonly bodies?: readonly object[];
};

/** Sends so many requests and answers the CPU microseconds that each costs the server. Another status than expected is an error. */
export type Load = (
  server: Server,
  request: HttpRequest & { readonly status: number },
  total: number,
) => Promise<number>;

export async function openLoad(bench: Bench): Promise<Load> {
  const generator = startChild(bench, join(PROGRAMS, "load-generator.ts"), {});
  await generator.message("ready");
  return async (server, request, total) => {
    const before = await server.process.cpuMicros();
    const connections = CONNECTIONS;
    generator.send({ type: "load", port: server.port, requests: textsOf(request), connections, total });
    const { statuses } = await generator.message<{ statuses: Record<string, number> }>("loaded");
    const count = statuses[String(request.status)] ?? 0;
    const all = Object.values(statuses).reduce((sum, each) => sum + each, 0);
    if (count === 0 || count !== all) {
      throw new Error(
        `${request.method} ${request.path} should be answered ${request.status}: ${JSON.stringify(statuses)}.`,
      );
    }
    return ((await server.process.cpuMicros()) - before) / count;
  };
}

function textsOf({ bodies, ...request }: HttpRequest): string[] {
  if (bodies === undefined) return [textOf(request, "")];
  return bodies.map((body) => textOf(request, JSON.stringify(body)));
}

function textOf({ method, path, key }: HttpRequest, content: string): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...(content === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(content)}`]),
  ];
  return `${head.join("\r\n")}\r\n\r\n${content}`;
}
