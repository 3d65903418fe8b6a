import { createServer } from "node:net";
import { Fault } from "@cadre/shared";

const LOOPBACK = "127.0.0.1";

/** Whether a port of the loopback can be listened on right now. */
export function isPortFree(port: number): Promise<boolean> {
  return tryPort(port).then((found) => found !== undefined);
}

/** A port of the loopback that was free a moment ago: the preferred one when it is, else one that the system picks. */
export async function freePort(preferred?: number): Promise<number> {
  const kept = preferred === undefined ? undefined : await tryPort(preferred);
  const port = kept ?? (await tryPort(0));
  if (port !== undefined) return port;
  throw new Fault("unavailable", "standalone.no-port", {
    message: `Nothing can listen on ${LOOPBACK}. Check the machine's loopback interface and firewall.`,
  });
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : undefined));
    });
  });
}
