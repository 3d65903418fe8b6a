import { Fault } from "@cadre/shared";
import { freePort, isPortFree } from "./postgres/free-port.ts";

/** Refuses a port that another program listens on, and names a free one. */
export async function refuseTakenPort(port: number): Promise<void> {
  if (await isPortFree(port)) return;
  const other = await freePort();
  throw new Fault("unavailable", "standalone.port-taken", {
    message: `Port ${port} on 127.0.0.1 is used by another program. Stop it, or choose another: CADRE_PORT=${other} npm start`,
    field: "CADRE_PORT",
  });
}
