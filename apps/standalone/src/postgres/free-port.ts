import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { Fault } from "@cadre/shared";

const LOOPBACK = "127.0.0.1";
/** Below the ports that systems give to whoever connects somewhere: one of those could be taken before its server listens. */
const FIRST = 20_000;
const LAST = 32_000;
/** So many taken ports in a row are none by chance. */
const MOST_TRIES = 100;

/** Whether a port of the loopback can be listened on right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * A port of the loopback that was free a moment ago: the preferred one when it is, else one that no connection takes by chance.
 * `unavailable` when nothing can listen there.
 */
export async function freePort(preferred = randomInt(FIRST, LAST)): Promise<number> {
  for (let port = preferred, tries = 0; tries < MOST_TRIES; port = randomInt(FIRST, LAST), tries += 1) {
    if (await isPortFree(port)) return port;
  }
  throw new Fault("unavailable", "standalone.no-port", {
    message: `Nothing can listen on ${LOOPBACK}. Check the machine's loopback interface and firewall.`,
  });
}
