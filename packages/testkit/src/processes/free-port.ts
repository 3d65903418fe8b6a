import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to whoever connects somewhere: one of those could be taken before its server listens. */
const FIRST = 20_000;
const LAST = 32_000;

/** A port of the loopback that was free a moment ago and that no connection takes by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
