import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";

/** Health and metrics of a process without an API, on loopback only. */
export async function startMonitorServer(
  port: number,
  metrics: Registry,
  isReady: () => Promise<boolean>,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url ?? "/", metrics, isReady).then(
      ([status, type, body]) => response.writeHead(status, { "content-type": type }).end(body),
      (error: unknown) => response.writeHead(500, { "content-type": "text/plain" }).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  return server;
}

async function answer(
  url: string,
  metrics: Registry,
  isReady: () => Promise<boolean>,
): Promise<[number, string, string]> {
  if (url === "/metrics") return [200, metrics.contentType, await metrics.metrics()];
  if (url === "/health/live") return [200, "text/plain", "ok"];
  if (url === "/health/ready") return (await isReady()) ? [200, "text/plain", "ok"] : [503, "text/plain", "not ready"];
  return [404, "text/plain", "There is /metrics, /health/live and /health/ready."];
}
